import { z } from '@hono/zod-openapi'
import { newShortLinkSchema, shortLinkSchema, type ShortLink } from '#contract/short-link.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { resolveShortLink, createShortLink } from '#servers/platform/short-links/short-links.ts'

const shortenRoute = platformRoute({
  method: 'post',
  path: '/api/v1/shorturl',
  summary: 'Create a short link to a page of this studio',
  who: 'person',
  once: 'answer',
  // Rows of short links are permanent, so they have the stricter limit of calls that create such
  // rows.
  limit: 'spend',
  body: newShortLinkSchema,
  answer: shortLinkSchema,
  example: { content: 'https://studio.example/?inviter_id=1' },
  handle: async ({ context, userId, url, input: { body } }): Promise<ShortLink> => {
    return {
      success: true,
      data: { url: await createShortLink(context, userId, body.content, url) }
    }
  }
})

const followRoute = platformRoute({
  method: 'get',
  path: '/s/{code}',
  summary: 'Open a short link',
  who: 'anyone',
  params: z.object({ code: z.string().min(1).max(64) }),
  answer: 'text/plain',
  handle: async ({ context, input: { params } }) =>
    new Response(null, {
      status: 302,
      headers: {
        location: await resolveShortLink(context, params.code),
        'cache-control': 'no-store'
      }
    })
})

/** Routes for short addresses that users can say or print. */
export const shortLinkRoutes: readonly AnyRoute[] = [shortenRoute, followRoute]
