import { HandCoins } from 'lucide-react'
import type { OwedReward } from '#contract/distribution.ts'
import { dollarsText } from '#core/currency.ts'
import { localizePath } from '#i18n/locale.ts'
import { TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration } from '#ui/table/declaration.ts'

const nameOf = ({ user }: OwedReward): string => user.email || user.id

/** The amounts owed to inviters; each row links to the form that records a payout. */
export const owedPayoutsTable: TableDeclaration<OwedReward> = {
  name: 'payouts',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.payouts.title',
  call: 'distribution-payouts',
  size: 20,
  live: [],
  rowId: ({ user, fund }) => `${user.id}.${fund}`,
  filters: [],
  empty: { icon: HandCoins, title: 'operator.payouts.none', text: 'operator.payouts.noneText' },
  columns: [
    { id: 'person', stays: true, cell: each => <TextCell text={nameOf(each)} />, text: nameOf },
    {
      id: 'earned',
      end: true,
      cell: ({ reward }, { hub }) => dollarsText(reward, hub.locale),
      text: ({ reward }) => reward
    },
    {
      id: 'paidOut',
      end: true,
      cell: ({ paid_out }, { hub }) => dollarsText(paid_out, hub.locale),
      text: each => each.paid_out
    },
    {
      id: 'owed',
      end: true,
      stays: true,
      cell: ({ payable, fund }, { t, hub }) => (
        <span>
          {dollarsText(payable, hub.locale)}
          {fund === 'sandbox' && (
            <span className="text-muted"> · {t('operator.rail.sandbox')}</span>
          )}
        </span>
      ),
      text: ({ payable }) => payable
    },
    {
      id: 'do',
      stays: true,
      cell: (each, { t, hub }) =>
        each.payable > 0 && (
          <a
            className="link"
            href={localizePath(
              `/operator/payouts?${new URLSearchParams({ user: `${each.user.id}.${each.fund}` })}`,
              hub.locale
            )}
            aria-label={t('operator.payouts.recordNamed', { name: nameOf(each) })}
          >
            {t('operator.payouts.record')}
          </a>
        )
    }
  ]
}
