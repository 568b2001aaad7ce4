import { z } from '@hono/zod-openapi'
import {
  changeSiteSchema,
  initializeSiteSchema,
  newSiteSchema,
  removeSiteQuery,
  siteListSchema,
  siteQuery,
  siteSchema
} from '#contract/site.ts'
import { MAX_SITE_BODY } from '#core/call-limits.ts'
import { cookieOf } from '#servers/lib/cookie.ts'
import { initializeSite } from '#servers/lib/first-run.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { sitePictureRoutes } from '#servers/platform/sites/picture-routes.ts'
import { removeSite } from '#servers/platform/sites/removal.ts'
import {
  changeSite,
  createSite,
  getSite,
  listSitesByOrigin,
  readSiteForUser
} from '#servers/platform/sites/sites.ts'

const SITES = '/api/v1/sites'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: SITES,
  summary: 'Get the site of an origin',
  who: 'anyone',
  query: siteQuery,
  answer: siteListSchema,
  handle: ({ context, userId, url, input: { query } }) =>
    listSitesByOrigin(context, userId, { asked: query.origin ?? url.origin, url })
})

const getRoute = platformRoute({
  method: 'get',
  path: `${SITES}/{id}`,
  summary: 'Get a site',
  who: 'anyone',
  params: byId,
  answer: siteSchema,
  handle: ({ context, userId, input: { params } }) => getSite(context, userId, params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: SITES,
  summary: 'Add a site (operators)',
  who: 'operator',
  once: 'answer',
  largest: MAX_SITE_BODY,
  body: newSiteSchema,
  answer: siteSchema,
  example: { origin: 'https://studio.example', title: 'Studio' },
  handle: ({ context, userId, input: { body } }) => createSite(context, userId, body)
})

const initializeRoute = platformRoute({
  method: 'post',
  path: `${SITES}/initialize`,
  summary: 'Create a site for this origin',
  who: 'person',
  audited: true,
  body: initializeSiteSchema,
  answer: siteSchema,
  handle: async ({ context, userId, request, url, peer, input: { body } }) => {
    const asked = body.origin ?? url.origin
    const origin = (await context.sites.originOf(asked)) ?? asked
    const site = await initializeSite(context, origin, {
      userId,
      url,
      peer,
      setupToken: cookieOf(request, 'SETUP')
    })
    context.terms.forget()
    return readSiteForUser(context, userId, site)
  }
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${SITES}/{id}`,
  summary: 'Update a site (site admins)',
  who: 'person',
  rows: [{ noun: 'site', in: 'params', field: 'id' }],
  audited: true,
  params: byId,
  largest: MAX_SITE_BODY,
  body: changeSiteSchema,
  answer: siteSchema,
  example: { title: 'Studio', features: { suno: { enabled: true } }, margin: 0 },
  handle: ({ context, userId, input: { params, body } }) =>
    changeSite(context, userId, params.id, body)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${SITES}/{id}`,
  summary: 'Delete a site; its users keep their data (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  query: removeSiteQuery,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params, query } }) => removeSite(context, params.id, query.origin)
})

/** Routes for sites: the brand and settings of each origin, and its admins. */
export const siteRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  createRoute,
  initializeRoute,
  changeRoute,
  removeRoute,
  ...sitePictureRoutes
]
