import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import { orderSchema } from '#contract/order.ts'
import {
  createCodesSchema,
  newRedemptionCodesSchema,
  redeemSchema,
  redemptionCodeQuery,
  redemptionCodeSchema
} from '#contract/redemption.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { endCode, listCodes, makeCodes } from '#servers/platform/codes/codes.ts'
import { redeemCode } from '#servers/platform/codes/redeem.ts'
import { platformRoute } from '#servers/platform/context.ts'

const API = '/api/v1'
const CODES = `${API}/redemption-codes`

const redeemRoute = platformRoute({
  method: 'post',
  path: `${API}/redemptions`,
  summary: 'Redeem a code for credits',
  who: 'person',
  once: 'answer',
  limit: 'redeem',
  body: redeemSchema,
  answer: orderSchema,
  example: { code: '00000-00000-00000-00000' },
  handle: ({ context, person, url, input: { body } }) =>
    redeemCode(context, { person, url }, body.code)
})

const listRoute = platformRoute({
  method: 'get',
  path: CODES,
  summary: 'List redemption codes, without the codes themselves (operators)',
  who: 'operator',
  rows: [],
  query: redemptionCodeQuery,
  answer: listSchema(redemptionCodeSchema),
  handle: ({ context, input: { query } }) => listCodes(context, query, query)
})

const makeRoute = platformRoute({
  method: 'post',
  path: CODES,
  summary: 'Create redemption codes, shown only in this response (operators)',
  who: 'operator',
  rows: [],
  once: 'answer',
  body: createCodesSchema,
  answer: newRedemptionCodesSchema,
  example: { count: 1, amount: 5, most_uses: 1, label: 'Spring' },
  handle: ({ context, userId, input: { body } }) => makeCodes(context, userId, body)
})

const endRoute = platformRoute({
  method: 'delete',
  path: `${CODES}/{id}`,
  summary: 'Disable a redemption code (operators)',
  who: 'operator',
  rows: [],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => endCode(context, params.id)
})

/** Routes for redemption codes, with which an operator sells credits without a payment vendor. */
export const codeRoutes: readonly AnyRoute[] = [redeemRoute, listRoute, makeRoute, endRoute]
