import { z } from '@hono/zod-openapi'
import {
  exploreQuery,
  likeSchema,
  likesSchema,
  newPublicationSchema,
  ownPublicationsQuery,
  publicationPageSchema,
  publicationSchema,
  reviewQuery,
  reviewSchema
} from '#contract/publication.ts'
import { Problem } from '#core/problem.ts'
import type { Person } from '#servers/lib/access-token.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { findCallOrigin } from '#servers/lib/site-terms.ts'
import { platformRoute, type PlatformContext } from '#servers/platform/context.ts'
import { likePublication } from '#servers/platform/publications/likes.ts'
import { endPublication, publishResult } from '#servers/platform/publications/publish.ts'
import {
  getPublication,
  listExplore,
  listForReview,
  listOwnPublications,
  type Asked
} from '#servers/platform/publications/read.ts'
import { reviewPublication } from '#servers/platform/publications/review.ts'

const PUBLICATIONS = '/api/v1/publications'
const OF_SITE = '/api/v1/sites/{id}/publications'
const byId = z.object({ id: z.string().min(1).max(64) })
const bySite = byId.extend({ publication_id: z.string().min(1).max(64) })
const ofSite = { noun: 'site', in: 'params', field: 'id' } as const

type Call = {
  context: PlatformContext
  userId: string
  url: URL
  request: Request
  person: Person | null
}

const exploreRoute = platformRoute({
  method: 'get',
  path: PUBLICATIONS,
  summary: 'List what users show on Explore',
  who: 'anyone',
  query: exploreQuery,
  answer: publicationPageSchema,
  handle: async call => listExplore(await atSite(call), call.input.query)
})

const ownRoute = platformRoute({
  method: 'get',
  path: '/api/v1/users/me/publications',
  summary: 'List the results that you share',
  who: 'person',
  query: ownPublicationsQuery,
  answer: publicationPageSchema,
  handle: async call => listOwnPublications(await atSite(call), call.input.query)
})

const publishRoute = platformRoute({
  method: 'post',
  path: PUBLICATIONS,
  summary: 'Share one of your results by a link, or on Explore too',
  who: 'person',
  rows: [{ noun: 'run', in: 'body', field: 'task_id' }],
  once: 'answer',
  body: newPublicationSchema,
  answer: publicationSchema,
  fails: ['forbidden'],
  example: { task_id: '5f0c1f0e-8a64-4c7b-9d53-2f4a6f1f7c11', output: 0, listed: false },
  handle: async call => publishResult(await atSite(call), call.input.body)
})

const readRoute = platformRoute({
  method: 'get',
  path: `${PUBLICATIONS}/{id}`,
  summary: 'Read a shared result',
  who: 'anyone',
  params: byId,
  answer: publicationSchema,
  fails: ['forbidden'],
  handle: async call => getPublication(await atSite(call), call.input.params.id)
})

const endRoute = platformRoute({
  method: 'delete',
  path: `${PUBLICATIONS}/{id}`,
  summary: 'Stop sharing a result without deleting it',
  who: 'person',
  rows: [{ noun: 'publication', in: 'params', field: 'id' }],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: async call => endPublication(await atSite(call), call.input.params.id)
})

const likeRoute = platformRoute({
  method: 'put',
  path: `${PUBLICATIONS}/{id}/like`,
  summary: 'Like a shared result, or take your like back',
  who: 'person',
  rows: [],
  params: byId,
  body: likeSchema,
  answer: likesSchema,
  fails: ['forbidden'],
  example: { liked: true },
  handle: async call =>
    likePublication(await atSite(call), call.input.params.id, call.input.body.liked)
})

const reviewListRoute = platformRoute({
  method: 'get',
  path: OF_SITE,
  summary: 'List results that wait for a decision, or that have one (site admins)',
  who: 'person',
  rows: [ofSite],
  params: byId,
  query: reviewQuery,
  answer: publicationPageSchema,
  handle: async call => listForReview(await ofAdmin(call, call.input.params.id), call.input.query)
})

const reviewRoute = platformRoute({
  method: 'put',
  path: `${OF_SITE}/{publication_id}`,
  summary: 'Show a result on Explore, or refuse it (site admins)',
  who: 'person',
  rows: [ofSite],
  audited: true,
  params: bySite,
  body: reviewSchema,
  answer: publicationSchema,
  example: { state: 'listed' },
  handle: async call => {
    const { params, body } = call.input
    return reviewPublication(await ofAdmin(call, params.id), params.publication_id, body.state)
  }
})

/** A program sends no page's origin, so the site where its user signed in counts. */
async function atSite({ context, userId, url, request, person }: Call): Promise<Asked> {
  const origin = (await findCallOrigin(context, { request, url })) || (person?.origin ?? '')
  return { context, userId, url, origin }
}

async function ofAdmin({ context, userId, url }: Call, siteId: string): Promise<Asked> {
  const site = await context.database.db
    .selectFrom('site')
    .select('origin')
    .where('id', '=', siteId)
    .executeTakeFirst()
  if (site === undefined) throw new Problem('not_found', { detail: `no site ${siteId}` })
  return { context, userId, url, origin: site.origin }
}

/** Routes for results that users share, and for the admins of sites who decide on them. */
export const publicationRoutes: readonly AnyRoute[] = [
  exploreRoute,
  ownRoute,
  publishRoute,
  readRoute,
  endRoute,
  likeRoute,
  reviewListRoute,
  reviewRoute
]
