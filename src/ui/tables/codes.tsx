import { Ticket } from 'lucide-react'
import type { RedemptionCode } from '#contract/redemption.ts'
import { formatCredits, formatNumber } from '#core/format.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const STATES = [
  'active',
  'used_up',
  'expired',
  'ended'
] as const satisfies readonly RedemptionCode['state'][]

/** The button that ends an active code. Repeated submits end it only once. */
function End({ code: { id, hint }, kit: { t } }: { code: RedemptionCode; kit: TableContext }) {
  return (
    <form method="post">
      <input type="hidden" name="action" value="end" />
      <input type="hidden" name="once" value={`end-${id}`} />
      <input type="hidden" name="id" value={id} />
      <button
        className="button"
        type="submit"
        aria-label={t('operator.codes.endNamed', { end: hint })}
      >
        {t('operator.codes.end')}
      </button>
    </form>
  )
}

/**
 * Redemption codes for credits, shown by their last characters. Operators can end an active one.
 */
export const codesTable: TableDeclaration<RedemptionCode> = {
  name: 'codes',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.codes.title',
  call: 'redemption-codes',
  size: 20,
  live: [],
  rowId: ({ id }) => id,
  filters: [
    {
      name: 'state',
      label: 'operator.column.state',
      kind: 'chips',
      all: 'common.table.any',
      choices: ({ t }) =>
        STATES.map(value => ({ value, title: t(`operator.codes.state.${value}`) }))
    },
    { name: 'label', label: 'operator.codes.label', kind: 'search' }
  ],
  empty: { icon: Ticket, title: 'operator.codes.none', text: 'operator.codes.noneText' },
  none: { icon: Ticket, title: 'common.table.none', text: 'common.table.noneText' },
  columns: [
    {
      id: 'code',
      stays: true,
      cell: ({ hint }) => <code dir="ltr">…{hint}</code>,
      text: ({ hint }) => `…${hint}`
    },
    { id: 'label', cell: ({ label }) => <TextCell text={label} />, text: ({ label }) => label },
    {
      id: 'credits',
      end: true,
      cell: ({ package_id, amount }, { t, hub }) =>
        package_id === null ? formatCredits(amount, hub.locale) : t('operator.column.package'),
      text: ({ amount }) => amount
    },
    {
      id: 'uses',
      end: true,
      cell: ({ uses, most_uses }, { hub }) =>
        `${formatNumber(uses, hub.locale)} / ${formatNumber(most_uses, hub.locale)}`,
      text: ({ uses }) => uses
    },
    {
      id: 'until',
      cell: ({ expires_at }, kit) =>
        expires_at === null ? '–' : <TimeCell iso={expires_at} kit={kit} />,
      text: ({ expires_at }) => expires_at
    },
    {
      id: 'state',
      cell: ({ state }, { t }) => (
        <StatusCell kind={state === 'active' ? 'good' : 'idle'}>
          {t(`operator.codes.state.${state}`)}
        </StatusCell>
      ),
      text: ({ state }) => state
    },
    {
      id: 'do',
      stays: true,
      cell: (code, kit) => (code.state === 'active' ? <End code={code} kit={kit} /> : '–')
    }
  ]
}
