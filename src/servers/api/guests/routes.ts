import {
  claimedChatsSchema,
  claimGuestRequest,
  guestTokenRequest,
  guestTokenSchema
} from '#contract/guest.ts'
import { apiRoute } from '#servers/api/context.ts'
import { beginGuest } from '#servers/api/guests/begin.ts'
import { claimGuest } from '#servers/api/guests/claim.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const beginRoute = apiRoute({
  method: 'post',
  path: '/aichat/guest',
  summary: 'Create a guest credential for one answer or result',
  who: 'anyone',
  fails: ['forbidden', 'not_found'],
  limit: 'spend',
  body: guestTokenRequest,
  answer: guestTokenSchema,
  example: { service: 'flux' },
  handle: ({ context, request, url, peer, input: { body } }) =>
    beginGuest(context, { request, url, peer, service: body.service })
})

const claimRoute = apiRoute({
  method: 'post',
  path: '/aichat/guest/claim',
  summary: 'Move guest chats and results to the signed-in user',
  who: 'person',
  body: claimGuestRequest,
  answer: claimedChatsSchema,
  example: { token: 'pm_…' },
  handle: ({ context, userId, input: { body } }) => claimGuest(context, userId, body.token)
})

/** Routes for visitors without an account, who get one answer or result. */
export const guestRoutes: readonly AnyRoute[] = [beginRoute, claimRoute]
