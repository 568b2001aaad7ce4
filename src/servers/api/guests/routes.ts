import { claimedSchema, claimRequest, guestSchema } from '#contract/guest.ts'
import { apiRoute } from '#servers/api/context.ts'
import { beginGuest } from '#servers/api/guests/begin.ts'
import { claimGuest } from '#servers/api/guests/claim.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const beginRoute = apiRoute({
  method: 'post',
  path: '/aichat/guest',
  summary: 'A credential for one question without signing in, where the site lets guests ask',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'spend',
  answer: guestSchema,
  handle: ({ context, request, url, peer }) => beginGuest(context, { request, url, peer })
})

const claimRoute = apiRoute({
  method: 'post',
  path: '/aichat/guest/claim',
  summary: 'Keeps what I asked before I signed in',
  who: 'person',
  body: claimRequest,
  answer: claimedSchema,
  example: { token: 'pm_…' },
  handle: ({ context, userId, input: { body } }) => claimGuest(context, userId, body.token)
})

/** One question without an account. */
export const guestRoutes: readonly AnyRoute[] = [beginRoute, claimRoute]
