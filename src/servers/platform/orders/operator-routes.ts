import { z } from '@hono/zod-openapi'
import { orderSchema, updatePriceSchema } from '#contract/order.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { requireOperator } from '#servers/platform/operators.ts'
import { changePrice } from '#servers/platform/orders/orders.ts'
import { confirmOrder } from '#servers/platform/orders/pay.ts'

const ORDER = '/api/v1/orders/{id}'
const byId = z.object({ id: z.string().min(1).max(64) })

const updatePriceRoute = platformRoute({
  method: 'post',
  path: `${ORDER}/update-price`,
  summary: 'Ask another price for an order that was not paid (operators)',
  who: 'person',
  rows: [],
  params: byId,
  body: updatePriceSchema,
  answer: orderSchema,
  example: { price: 1 },
  handle: async ({ context, userId, input: { params, body } }) => {
    await requireOperator(context.database.db, userId)
    return changePrice(context, params.id, body.price)
  }
})

const finishRoute = platformRoute({
  method: 'post',
  path: `${ORDER}/finish`,
  summary: 'Finish an order that was paid elsewhere (operators)',
  who: 'person',
  rows: [],
  params: byId,
  answer: orderSchema,
  handle: async ({ context, userId, url, input: { params } }) => {
    await requireOperator(context.database.db, userId)
    return confirmOrder(context, params.id, url)
  }
})

/** What operators do with anybody's orders. */
export const operatorRoutes: readonly AnyRoute[] = [updatePriceRoute, finishRoute]
