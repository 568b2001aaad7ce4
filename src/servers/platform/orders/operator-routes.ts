import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  operatedOrderQuery,
  operatedOrderSchema,
  orderSchema,
  refundOrderSchema,
  updatePriceSchema
} from '#contract/order.ts'
import { dollarsToCents } from '#core/money.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { getOrderForOperator, listAllOrders } from '#servers/platform/orders/every-order.ts'
import { changePrice } from '#servers/platform/orders/orders.ts'
import { confirmOrder } from '#servers/platform/orders/confirm.ts'
import { closePendingPayment } from '#servers/platform/orders/pay.ts'
import { refundOrder } from '#servers/platform/orders/refund.ts'
import { endRefund } from '#servers/platform/orders/send-back.ts'

const ORDER = '/api/v1/orders/{id}'
const byId = z.object({ id: z.string().min(1).max(64) })

const updatePriceRoute = platformRoute({
  method: 'post',
  path: `${ORDER}/update-price`,
  summary: 'Change the price of an unpaid order (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  body: updatePriceSchema,
  answer: orderSchema,
  example: { price: 1 },
  handle: async ({ context, input: { params, body } }) => {
    // Close a payment begun at the old price. Otherwise it could be paid at that price, and would
    // not be accepted.
    const closed = await closePendingPayment(context, params.id)
    return changePrice(context, params.id, body.price, closed)
  }
})

const finishRoute = platformRoute({
  method: 'post',
  path: `${ORDER}/finish`,
  summary: 'Mark an order as paid (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: orderSchema,
  handle: ({ context, url, input: { params } }) => confirmOrder(context, params.id, url)
})

const everyRoute = platformRoute({
  method: 'get',
  path: '/api/v1/orders/all',
  summary: 'List all orders (operators)',
  who: 'operator',
  rows: [],
  query: operatedOrderQuery,
  answer: listSchema(operatedOrderSchema),
  handle: ({ context, input: { query } }) => listAllOrders(context, query, query)
})

const refundRoute = platformRoute({
  method: 'post',
  path: `${ORDER}/refund`,
  summary: 'Refund an order, up to its unspent amount (operators)',
  who: 'operator',
  rows: [],
  once: 'answer',
  params: byId,
  body: refundOrderSchema,
  answer: operatedOrderSchema,
  example: { amount: 1, reason: 'Bought by mistake' },
  handle: ({ context, userId, input: { params, body } }) => {
    const { amount, reason } = body
    const cents = amount === null || amount === undefined ? null : dollarsToCents(amount)
    return refundOrder(context, params.id, { cents, reason: reason ?? '', by: userId })
  }
})

const endRefundRoute = platformRoute({
  method: 'post',
  path: '/api/v1/refunds/{id}/finish',
  summary: 'Mark a refund as sent (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: operatedOrderSchema,
  handle: async ({ context, input: { params } }) =>
    getOrderForOperator(context, await endRefund(context, params.id, 'sent back by hand'))
})

/** Operators' routes for all users' orders. The list comes before the routes with an id. */
export const operatorOrderRoutes: readonly AnyRoute[] = [
  everyRoute,
  updatePriceRoute,
  finishRoute,
  refundRoute,
  endRefundRoute
]
