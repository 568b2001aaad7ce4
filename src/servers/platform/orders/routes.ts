import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  changeOrderSchema,
  newOrderSchema,
  orderQuery,
  orderSchema,
  payOrderSchema
} from '#contract/order.ts'
import type { AnyRoute, OwnedRowField } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readMargin } from '#servers/platform/margin.ts'
import { callbackRoutes } from '#servers/platform/orders/callback-routes.ts'
import { createOrder } from '#servers/platform/orders/create.ts'
import { operatorOrderRoutes } from '#servers/platform/orders/operator-routes.ts'
import {
  deleteOrder,
  setOrderDescription,
  getOrder,
  listOrders
} from '#servers/platform/orders/orders.ts'
import { closePendingPayment, payOrder } from '#servers/platform/orders/pay.ts'
import { notifyPayer } from '#servers/platform/orders/tell-payer.ts'
import { sandboxRoutes } from '#servers/platform/orders/sandbox-routes.ts'

const ORDERS = '/api/v1/orders'
const byId = z.object({ id: z.string().min(1).max(64) })
const own: readonly OwnedRowField[] = [{ noun: 'order', in: 'params', field: 'id' }]

const listRoute = platformRoute({
  method: 'get',
  path: ORDERS,
  summary: 'List orders',
  who: 'person',
  rows: [{ noun: 'application', in: 'query', field: 'application_id' }],
  query: orderQuery,
  answer: listSchema(orderSchema),
  handle: ({ context, userId, input: { query } }) => listOrders(context, userId, query, query)
})

const createRoute = platformRoute({
  method: 'post',
  path: ORDERS,
  summary: 'Create an order of packages for an application',
  who: 'person',
  rows: [{ noun: 'application', in: 'body', field: 'application_id' }],
  once: 'answer',
  body: newOrderSchema,
  answer: orderSchema,
  // The smallest shipped package.
  example: { package_id: '8f1a67d6-7251-5b60-b706-4c180ac0344c' },
  handle: async ({ context, person, request, url, input: { body } }) => {
    const margin = await readMargin(context, { person, request, url })
    return createOrder(context, { person, url, margin }, body)
  }
})

const getRoute = platformRoute({
  method: 'get',
  path: `${ORDERS}/{id}`,
  summary: 'Get an order',
  who: 'person',
  rows: own,
  params: byId,
  answer: orderSchema,
  handle: ({ context, input: { params } }) => getOrder(context, params.id)
})

const refreshRoute = platformRoute({
  method: 'post',
  path: `${ORDERS}/{id}/refresh`,
  summary: 'Check the payment of an order',
  who: 'person',
  limit: 'read',
  rows: own,
  params: byId,
  answer: orderSchema,
  handle: async ({ context, input: { params } }) => {
    await context.payments.look(params.id)
    await notifyPayer(context, params.id)
    return getOrder(context, params.id)
  }
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${ORDERS}/{id}`,
  summary: 'Update the note of an order',
  who: 'person',
  rows: own,
  params: byId,
  body: changeOrderSchema,
  answer: orderSchema,
  example: { description: 'For the office' },
  handle: ({ context, input: { params, body } }) =>
    setOrderDescription(context, params.id, body.description)
})

const payRoute = platformRoute({
  method: 'post',
  path: `${ORDERS}/{id}/pay`,
  summary: 'Start the payment of an order',
  who: 'person',
  rows: own,
  once: 'answer',
  params: byId,
  body: payOrderSchema,
  answer: orderSchema,
  example: { pay_way: 'Stripe' },
  handle: ({ context, url, locale, input: { params, body } }) =>
    payOrder(context, params.id, body.pay_way, { url, locale })
})

const deleteRoute = platformRoute({
  method: 'delete',
  path: `${ORDERS}/{id}`,
  summary: 'Cancel an unpaid order',
  who: 'person',
  rows: own,
  params: byId,
  answer: z.null(),
  status: 204,
  handle: async ({ context, input: { params } }) => {
    await closePendingPayment(context, params.id).catch((error: unknown) => {
      // If the payment is made all the same, its order still exists, as Failed.
      context.log.warn({ err: error, order: params.id }, 'a payment could not be closed')
    })
    await deleteOrder(context, params.id)
  }
})

/** Routes for orders. */
export const orderRoutes: readonly AnyRoute[] = [
  ...operatorOrderRoutes,
  listRoute,
  createRoute,
  getRoute,
  refreshRoute,
  changeRoute,
  payRoute,
  deleteRoute,
  ...sandboxRoutes,
  ...callbackRoutes
]
