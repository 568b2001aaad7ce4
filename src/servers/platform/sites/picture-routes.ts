import { z } from '@hono/zod-openapi'
import { siteAdminInfoSchema, siteSchema } from '#contract/site.ts'
import { MAX_SITE_PICTURE, sitePictureParams, sitePictureQuery } from '#contract/site-picture.ts'
import { sitePictureChange } from '#core/site-picture.ts'
import { fileIdIn } from '#servers/files/file-id.ts'
import { readSmallFile, receiveFile } from '#servers/files/multipart.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readSiteDesk } from '#servers/platform/sites/desk.ts'
import { saveSitePicture } from '#servers/platform/sites/pictures.ts'
import { changeSite, getSite } from '#servers/platform/sites/sites.ts'

const ownSite = [{ noun: 'site', in: 'params', field: 'id' }] as const

const deskRoute = platformRoute({
  method: 'get',
  path: '/api/v1/sites/{id}/desk',
  summary: 'Get the admins and the last changes of a site (site admins)',
  who: 'person',
  rows: ownSite,
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: siteAdminInfoSchema,
  handle: ({ context, userId, input: { params } }) => readSiteDesk(context, userId, params.id)
})

const pictureRoute = platformRoute({
  method: 'post',
  path: '/api/v1/sites/{id}/pictures/{kind}',
  summary: 'Upload a site image as the form field "file" (site admins)',
  who: 'person',
  fails: ['content_too_large'],
  rows: ownSite,
  audited: true,
  params: sitePictureParams,
  query: sitePictureQuery,
  answer: siteSchema,
  handle: async ({ context, userId, request, input: { params, query } }) => {
    const { id, kind } = params
    const maxBytes = MAX_SITE_PICTURE
    const source = await receiveFile(request, {
      maxBytes,
      keep: (_, body) => readSmallFile(body, maxBytes),
      drop: async () => undefined
    })
    const address = await saveSitePicture(context, id, { kind, crop: query.crop, source })
    try {
      return await changeSite(
        context,
        userId,
        id,
        sitePictureChange(await getSite(context, userId, id), kind, address, query.base ?? null)
      )
    } catch (thrown) {
      await context.files.drop([fileIdIn(address) ?? ''])
      throw thrown
    }
  }
})

/** Routes for admins of a site: its people and edits, and its pictures. */
export const sitePictureRoutes: readonly AnyRoute[] = [deskRoute, pictureRoute]
