import { Coins } from 'lucide-react'
import type { DistributionHistory } from '#contract/distribution.ts'
import { formatPercent } from '#core/format-span.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'
import { Person, personName } from '#ui/tables/Person.tsx'

const DOT = { reward: 'good', reversal: 'bad', payout: 'idle' } as const

const kindOf = ({ kind, fund }: DistributionHistory, { t }: TableContext): string =>
  fund === 'sandbox'
    ? t('distribution.kind.sandbox', { kind: t(`distribution.kind.${kind}`) })
    : t(`distribution.kind.${kind}`)

/**
 * Replaces the language's own minus with a plus, so that both signs are on the same side of the
 * amount.
 */
const signed = (amount: number, { prices }: TableContext): string =>
  amount > 0 ? prices.show(-amount).replace(/[-\u2212]/, '+') : prices.show(amount)

/** The user's earnings from invitations, with reversals and payouts. */
export const earningsTable: TableDeclaration<DistributionHistory> = {
  name: 'earnings',
  group: 'distribution',
  label: column => `distribution.column.${column}`,
  caption: 'distribution.history.title',
  call: 'distribution-histories',
  size: 10,
  live: ['earnings'],
  rowId: ({ id }) => id,
  filters: [
    {
      name: 'kind',
      label: 'distribution.column.kind',
      kind: 'chips',
      all: 'common.table.any',
      choices: ({ t }) =>
        (['reward', 'reversal', 'payout'] as const).map(value => ({
          value,
          title: t(`distribution.kind.${value}`)
        }))
    }
  ],
  empty: {
    icon: Coins,
    title: 'distribution.history.empty',
    text: 'distribution.history.emptyText',
    link: { label: 'distribution.link.get', to: '/distribution', primary: true }
  },
  none: {
    icon: Coins,
    title: 'common.table.none',
    text: 'common.table.noneText',
    link: { label: 'common.table.all', to: '/distribution/history' }
  },
  columns: [
    {
      id: 'person',
      stays: true,
      cell: (entry, kit) =>
        entry.kind === 'payout' ? (
          <TextCell text={entry.note} />
        ) : (
          <Person user={entry.user} kit={kit} />
        ),
      text: (entry, kit) => (entry.kind === 'payout' ? entry.note : personName(entry.user, kit))
    },
    {
      id: 'kind',
      cell: (entry, kit) => <StatusCell kind={DOT[entry.kind]}>{kindOf(entry, kit)}</StatusCell>,
      text: ({ kind }) => kind
    },
    {
      id: 'price',
      end: true,
      sort: 'price',
      cell: ({ kind, price }, { prices }) =>
        kind === 'payout' ? '–' : <bdi>{prices.show(price)}</bdi>,
      text: ({ price }) => price
    },
    {
      id: 'percentage',
      end: true,
      cell: ({ kind, percentage }, { hub }) =>
        kind === 'payout' ? '–' : formatPercent(percentage, hub.locale),
      text: ({ percentage }) => percentage
    },
    {
      id: 'reward',
      end: true,
      sort: 'reward',
      stays: true,
      className: 'font-medium',
      cell: ({ reward }, kit) => <bdi title={kit.prices.exact(reward)}>{signed(reward, kit)}</bdi>,
      text: ({ reward }) => reward
    },
    {
      id: 'time',
      sort: 'created_at',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    }
  ]
}
