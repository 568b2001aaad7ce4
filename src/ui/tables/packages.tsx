import { creditsText } from '#client/plan-text.ts'
import type { OperatedPackage } from '#contract/operation.ts'
import { dollarsText } from '#core/currency.ts'
import { formatCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'
import { StatusCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const DAY = 86_400

const nameOf = ({ title, amount }: OperatedPackage, { t, hub }: TableContext): string =>
  title || creditsText({ t, locale: hub.locale }, amount)
/** Returns the title of the service for which a package is. The page provides the titles by id. */
const targetOf = ({ service_id: id }: OperatedPackage, { t, facts }: TableContext): string =>
  id === null
    ? t('operator.packages.global')
    : ((facts['services'] as Record<string, string> | undefined)?.[id] ?? id)
const daysOf = ({ duration }: OperatedPackage): number => Math.round((duration / DAY) * 100) / 100

/** All packages, also those off sale; each row links to the form that changes it. */
export const packagesTable: TableDeclaration<OperatedPackage> = {
  name: 'packages',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.packages.title',
  call: 'operation/packages',
  size: 20,
  strings: ['application'],
  live: [],
  rowId: ({ id }) => id,
  filters: [],
  columns: [
    {
      id: 'package',
      stays: true,
      cell: (item, kit) => (
        <a
          className="link block max-w-64 truncate"
          href={localizePath(`/operator/packages/${encodeURIComponent(item.id)}`, kit.hub.locale)}
        >
          <bdi>{nameOf(item, kit)}</bdi>
        </a>
      ),
      text: nameOf
    },
    { id: 'for', cell: (item, kit) => <TextCell text={targetOf(item, kit)} />, text: targetOf },
    {
      id: 'credits',
      end: true,
      cell: ({ amount }, { hub }) => formatCredits(amount, hub.locale),
      text: ({ amount }) => amount
    },
    { id: 'days', end: true, cell: item => daysOf(item) || '–', text: daysOf },
    {
      id: 'price',
      end: true,
      cell: ({ base_price, price }, { hub }) => dollarsText(base_price ?? price, hub.locale),
      text: ({ base_price, price }) => base_price ?? price
    },
    {
      id: 'state',
      cell: ({ active }, { t }) => (
        <StatusCell kind={active ? 'good' : 'idle'}>
          {t(active ? 'operator.packages.sold' : 'operator.packages.over')}
        </StatusCell>
      ),
      text: ({ active }, { t }) => t(active ? 'operator.packages.sold' : 'operator.packages.over')
    }
  ]
}
