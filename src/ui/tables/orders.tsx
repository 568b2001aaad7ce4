import { ReceiptText } from 'lucide-react'
import { orderDotColor, SHOWN_ORDER_STATES, orderPageAddress } from '#client/order-text.ts'
import { creditsText } from '#client/plan-text.ts'
import type { Order } from '#contract/order.ts'
import { IdCell, StatusCell, TimeCell, TextCell } from '#ui/table/cells.tsx'
import type { TableDeclaration, TableContext } from '#ui/table/declaration.ts'

const forWhat = ({ description, amount }: Order, { t, hub }: TableContext): string =>
  description === '' ? creditsText({ t, locale: hub.locale }, amount) : description

/** The user's orders, newest first. */
export const ordersTable: TableDeclaration<Order> = {
  name: 'orders',
  group: 'order',
  label: column => `order.column.${column}`,
  caption: 'order.list.title',
  call: 'orders',
  size: 15,
  strings: ['application'],
  live: ['orders'],
  rowId: ({ id }) => id,
  filters: [
    {
      name: 'state',
      label: 'order.filter',
      kind: 'chips',
      all: 'order.state.all',
      choices: ({ t }) =>
        SHOWN_ORDER_STATES.map(value => ({ value, title: t(`order.state.${value.toLowerCase()}`) }))
    },
    { name: 'search', label: 'order.search', kind: 'search' }
  ],
  empty: {
    icon: ReceiptText,
    title: 'order.empty.title',
    text: 'order.empty.text',
    link: { label: 'application.do.extra', to: '/console/extra', primary: true }
  },
  none: {
    icon: ReceiptText,
    title: 'order.empty.state',
    text: 'order.empty.stateText',
    link: { label: 'order.empty.all', to: '/console/orders' }
  },
  columns: [
    {
      id: 'id',
      cell: ({ id }, kit) => <IdCell id={id} label={kit.t('order.id.copy')} kit={kit} />,
      text: ({ id }) => id
    },
    {
      id: 'price',
      end: true,
      sort: 'price',
      stays: true,
      cell: ({ price }, { prices }) => prices.show(price),
      text: ({ price }) => price
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
      id: 'description',
      sort: 'amount',
      cell: (order, kit) => <TextCell text={forWhat(order, kit)} />,
      text: forWhat
    },
    {
      id: 'created',
      sort: 'created_at',
      cell: ({ created_at }, kit) => <TimeCell iso={created_at} kit={kit} />,
      text: ({ created_at }) => created_at
    },
    {
      id: 'do',
      stays: true,
      cell: ({ id, state }, { t, hub }) => {
        const what = state === 'Pending' ? 'pay' : 'view'
        return (
          <a
            className="link"
            href={orderPageAddress(hub, id)}
            aria-label={t(`order.do.${what}Named`, { id: id.slice(0, 8) })}
          >
            {t(`order.do.${what}`)}
          </a>
        )
      }
    }
  ]
}
