import { ReceiptText } from 'lucide-react'
import { orderDotColor, SHOWN_ORDER_STATES } from '#client/order-text.ts'
import type { OperatedOrder } from '#contract/order.ts'
import { dollarsText } from '#core/currency.ts'
import { formatCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'
import { StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration } from '#ui/table/declaration.ts'

/** The orders of all users; each row links to its page with the operator's actions. */
export const operatedOrdersTable: TableDeclaration<OperatedOrder> = {
  name: 'all-orders',
  group: 'operator',
  label: column => `operator.column.${column}`,
  caption: 'operator.orders.title',
  call: 'orders/all',
  size: 20,
  strings: ['order'],
  live: ['orders'],
  rowId: ({ id }) => id,
  filters: [
    { name: 'search', label: 'operator.orders.search', kind: 'search' },
    {
      name: 'state',
      label: 'order.filter',
      kind: 'chips',
      all: 'order.state.all',
      choices: ({ t }) =>
        SHOWN_ORDER_STATES.map(value => ({ value, title: t(`order.state.${value.toLowerCase()}`) }))
    }
  ],
  empty: { icon: ReceiptText, title: 'common.table.none', text: 'common.table.noneText' },
  none: { icon: ReceiptText, title: 'common.table.none', text: 'common.table.noneText' },
  columns: [
    {
      id: 'order',
      stays: true,
      cell: ({ id }, { t, hub }) => (
        <a
          className="link"
          href={localizePath(`/operator/orders/${encodeURIComponent(id)}`, hub.locale)}
          aria-label={t('order.do.viewNamed', { id: id.slice(0, 8) })}
        >
          <code title={id}>{id.slice(0, 8)}</code>
        </a>
      ),
      text: ({ id }) => id
    },
    {
      id: 'person',
      cell: ({ user }) => <TextCell text={user?.email ?? ''} />,
      text: ({ user }) => user?.email ?? null
    },
    {
      id: 'price',
      end: true,
      sort: 'price',
      cell: ({ price }, { hub }) => dollarsText(price, hub.locale),
      text: ({ price }) => price
    },
    {
      id: 'credits',
      end: true,
      sort: 'amount',
      cell: ({ amount }, { hub }) => formatCredits(amount, hub.locale),
      text: ({ amount }) => amount
    },
    {
      id: 'state',
      cell: ({ state }, { t }) => (
        <StatusCell kind={orderDotColor(state)}>
          {t(`order.state.${state.toLowerCase()}`)}
        </StatusCell>
      ),
      text: ({ state }) => state
    },
    {
      id: 'time',
      sort: 'created_at',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    }
  ]
}
