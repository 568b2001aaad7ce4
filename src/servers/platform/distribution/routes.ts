import { z } from '@hono/zod-openapi'
import {
  changeLevelSchema,
  distributionHistorySchema,
  distributionLevelSchema,
  distributionQuery,
  distributionHistoryQuery,
  distributionStatusSchema,
  newPayoutSchema,
  owedRewardQuery,
  owedRewardSchema,
  payoutSchema
} from '#contract/distribution.ts'
import { listSchema } from '#contract/list.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { changeLevel, readLevels, toLevel } from '#servers/platform/distribution/levels.ts'
import { listHistories } from '#servers/platform/distribution/histories.ts'
import {
  listOwedAmounts,
  listPayouts,
  recordPayout
} from '#servers/platform/distribution/payouts.ts'
import { initializeStatus, readStatuses } from '#servers/platform/distribution/statuses.ts'

const API = '/api/v1'

const initializeRoute = platformRoute({
  method: 'post',
  path: `${API}/distribution-statuses/initialize`,
  summary: 'Join the referral program',
  who: 'person',
  answer: distributionStatusSchema,
  handle: ({ context, userId }) => initializeStatus(context, userId)
})

const statusesRoute = platformRoute({
  method: 'get',
  path: `${API}/distribution-statuses`,
  summary: 'Get referral revenue, earnings and level',
  who: 'person',
  query: distributionQuery,
  answer: listSchema(distributionStatusSchema),
  handle: async ({ context, userId, input: { query } }) => {
    const all = await readStatuses(context.database.db, userId)
    return { items: all.slice(query.offset, query.offset + query.limit), count: all.length }
  }
})

const levelsRoute = platformRoute({
  method: 'get',
  path: `${API}/distribution-levels`,
  summary: 'List referral levels, lowest first',
  who: 'anyone',
  query: distributionQuery,
  answer: listSchema(distributionLevelSchema),
  handle: async ({ context, input: { query } }) => {
    const all = (await readLevels(context.database.db)).map(toLevel)
    const ordered = query.ordering?.startsWith('-') ? all.toReversed() : all
    return { items: ordered.slice(query.offset, query.offset + query.limit), count: all.length }
  }
})

const changeLevelRoute = platformRoute({
  method: 'put',
  path: `${API}/distribution-levels/{id}`,
  summary: 'Update a referral level (operators)',
  who: 'operator',
  rows: [],
  params: z.object({ id: z.string().min(1).max(64) }),
  body: changeLevelSchema,
  answer: distributionLevelSchema,
  example: { percentage: 10 },
  handle: ({ context, input: { params, body } }) =>
    context.database.transaction(tx => changeLevel(tx, params.id, body))
})

const historiesRoute = platformRoute({
  method: 'get',
  path: `${API}/distribution-histories`,
  summary: 'List referral rewards, reversals and payouts',
  who: 'person',
  query: distributionHistoryQuery,
  answer: listSchema(distributionHistorySchema),
  handle: ({ context, userId, input: { query } }) =>
    listHistories(context.database.db, userId, query)
})

const payRoute = platformRoute({
  method: 'post',
  path: `${API}/distribution-payouts`,
  summary: 'Record a referral payout (operators)',
  who: 'operator',
  rows: [],
  once: 'answer',
  limit: 'spend',
  body: newPayoutSchema,
  answer: payoutSchema,
  example: { user_id: 'id of an inviter', amount: 12.5, note: 'Bank transfer 2026-118' },
  handle: ({ context, userId, input: { body } }) => recordPayout(context, userId, body)
})

const owedRoute = platformRoute({
  method: 'get',
  path: `${API}/distribution-payouts`,
  summary: 'List unpaid referral earnings by user (operators)',
  who: 'operator',
  query: owedRewardQuery,
  answer: listSchema(owedRewardSchema),
  handle: ({ context, input: { query } }) => listOwedAmounts(context.database.db, query)
})

const payoutsRoute = platformRoute({
  method: 'get',
  path: `${API}/distribution-payouts/history`,
  summary: 'List referral payouts (operators)',
  who: 'operator',
  query: distributionQuery,
  answer: listSchema(payoutSchema),
  handle: ({ context, input: { query } }) => listPayouts(context.database.db, query)
})

/** Routes for the rewards that users earn by inviting others. */
export const distributionRoutes: readonly AnyRoute[] = [
  initializeRoute,
  statusesRoute,
  levelsRoute,
  changeLevelRoute,
  historiesRoute,
  payRoute,
  owedRoute,
  payoutsRoute
]
