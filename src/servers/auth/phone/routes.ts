import {
  phoneAnswer,
  phoneId,
  phoneQuestion,
  phoneRequestSchema,
  phoneSecret,
  phoneSignInSchema,
  phoneStateSchema
} from '#contract/phone.ts'
import { localizePath } from '#i18n/locale.ts'
import { describeAgent } from '#servers/people/agent.ts'
import { signInBrand } from '#servers/auth/authorize.ts'
import { authRoute, type AuthContext } from '#servers/auth/context.ts'
import {
  answerPhoneSignIn,
  beginPhoneSignIn,
  PHONE_LIFE,
  phoneState,
  waitingPhoneSignIn
} from '#servers/auth/phone/phone.ts'
import { checkReturn } from '#servers/auth/redirects.ts'
import { BY_COOKIE } from '#servers/auth/refusals.ts'
import { sameOrigin } from '#servers/auth/same-origin.ts'
import { ownSession } from '#servers/auth/sessions.ts'
import type { Peer } from '#servers/lib/context.ts'
import { networkOf } from '#servers/lib/network.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { getUser } from '#servers/people/users.ts'

const beginRoute = authRoute({
  method: 'post',
  path: '/auth/qr',
  summary: 'Start a sign-in to confirm on a phone',
  who: 'anyone',
  fails: ['forbidden'],
  limit: 'token',
  body: phoneQuestion,
  answer: phoneSignInSchema,
  handle: async ({ context, request, url, peer, locale, input: { body } }) => {
    sameOrigin(request, url)
    const { origin } = await checkReturn(context.sites, body, url)
    const agent = request.headers.get('user-agent') ?? ''
    const { id, secret } = await beginPhoneSignIn(context, { origin, agent, address: peer.address })
    const link = new URL(`${localizePath('/auth/phone', locale)}?id=${id}`, url).href
    return { id, link, secret, expires_in: PHONE_LIFE / 1000 }
  }
})

const pollRoute = authRoute({
  method: 'post',
  path: '/auth/qr/poll',
  summary: 'Get the state of a phone sign-in',
  who: 'anyone',
  limit: 'read',
  body: phoneSecret,
  answer: phoneStateSchema,
  handle: async ({ context, input: { body } }) => ({
    state: await phoneState(context, body.secret)
  })
})

const lookRoute = authRoute({
  method: 'post',
  path: '/auth/qr/look',
  summary: 'Get the device and place of a sign-in request',
  who: 'anyone',
  fails: BY_COOKIE,
  limit: 'token',
  body: phoneId,
  answer: phoneRequestSchema,
  handle: async ({ context, request, url, peer, input: { body } }) => {
    sameOrigin(request, url)
    const { userId } = await ownSession(context, request)
    const waiting = await waitingPhoneSignIn(context, body.id)
    const { email } = await getUser(context.database.db, userId)
    return {
      site: await signInBrand(context, waiting.origin),
      agent: describeAgent(waiting.agent),
      address: waiting.address,
      same_network: isNearby(context, waiting.address, peer),
      email,
      expires_in: Math.ceil((waiting.expires_at - context.clock.now()) / 1000)
    }
  }
})

const answerRoute = authRoute({
  method: 'post',
  path: '/auth/qr/confirm',
  summary: 'Approve or reject a sign-in request',
  who: 'anyone',
  fails: BY_COOKIE,
  limit: 'token',
  body: phoneAnswer,
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url, input: { body } }) => {
    sameOrigin(request, url)
    const { userId } = await ownSession(context, request)
    await answerPhoneSignIn(context, body.id, userId, body.accept)
  }
})

/** Routes for signing in with the help of a signed-in phone. */
export const phoneRoutes: readonly AnyRoute[] = [beginRoute, pollRoute, lookRoute, answerRoute]

/**
 * Tells whether browser and phone are in the same network. Behind an untrusted proxy, all callers
 * have the proxy's address, so the answer is no.
 */
function isNearby({ config }: AuthContext, address: string, peer: Peer): boolean {
  if (address === '' || (peer.forwarded && !config.trustProxy)) return false
  return networkOf(address) === networkOf(peer.address)
}
