import { z } from '@hono/zod-openapi'
import {
  comparisonListSchema,
  comparisonQuery,
  comparisonSchema,
  newComparisonSchema,
  startedRunSchema,
  voteSchema
} from '#contract/comparison.ts'
import type { AnyRoute, OwnedRowField } from '#servers/lib/route.ts'
import {
  saveComparisonRun,
  removeComparison,
  startComparison,
  saveVote
} from '#servers/platform/comparisons/change.ts'
import { getComparison, listComparisons } from '#servers/platform/comparisons/read.ts'
import { platformRoute } from '#servers/platform/context.ts'

const COMPARISONS = '/api/v1/comparisons'
const byId = z.object({ id: z.string().min(1).max(64) })
const own: readonly OwnedRowField[] = [{ noun: 'comparison_vote', in: 'params', field: 'id' }]

const listRoute = platformRoute({
  method: 'get',
  path: COMPARISONS,
  summary: 'List your comparisons of models, newest first',
  who: 'person',
  query: comparisonQuery,
  answer: comparisonListSchema,
  handle: ({ context, userId, input: { query } }) =>
    listComparisons(context.database.db, userId, query)
})

const startRoute = platformRoute({
  method: 'post',
  path: COMPARISONS,
  summary: 'Keep a comparison whose runs you are about to start',
  who: 'person',
  once: 'answer',
  body: newComparisonSchema,
  answer: comparisonSchema,
  example: {
    kind: 'image',
    prompt: 'A lighthouse in the evening',
    models: [
      { service: 'flux', model: 'flux-2-pro' },
      { service: 'midjourney', model: '' }
    ]
  },
  handle: ({ context, userId, input: { body } }) => startComparison(context, userId, body)
})

const getRoute = platformRoute({
  method: 'get',
  path: `${COMPARISONS}/{id}`,
  summary: 'Get a comparison',
  who: 'person',
  rows: own,
  params: byId,
  answer: comparisonSchema,
  handle: ({ context, input: { params } }) => getComparison(context.database.db, params.id)
})

const runRoute = platformRoute({
  method: 'put',
  path: `${COMPARISONS}/{id}/run`,
  summary: 'Name the run of one model of a comparison',
  who: 'person',
  rows: [...own, { noun: 'run', in: 'body', field: 'run_id' }],
  params: byId,
  body: startedRunSchema,
  answer: comparisonSchema,
  example: { place: 0, run_id: 'f3b2c1d0' },
  handle: ({ context, input: { params, body } }) =>
    saveComparisonRun(context.database, params.id, body)
})

const voteRoute = platformRoute({
  method: 'put',
  path: `${COMPARISONS}/{id}/vote`,
  summary: 'Vote for the best model of a comparison, or take the vote back',
  who: 'person',
  rows: own,
  params: byId,
  body: voteSchema,
  answer: comparisonSchema,
  example: { winner: 0 },
  handle: ({ context, input: { params, body } }) =>
    saveVote(context.database, params.id, body.winner)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${COMPARISONS}/{id}`,
  summary: 'Delete a comparison; its runs and their results stay',
  who: 'person',
  rows: own,
  params: byId,
  answer: z.null(),
  status: 204,
  handle: async ({ context, input: { params } }) => {
    await removeComparison(context.database.db, params.id)
    return null
  }
})

/** Routes for prompts that users send to several models at once, and for their votes. */
export const comparisonRoutes: readonly AnyRoute[] = [
  listRoute,
  startRoute,
  getRoute,
  runRoute,
  voteRoute,
  removeRoute
]
