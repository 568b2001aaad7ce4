import {
  phoneDecisionRequest,
  phoneIdRequest,
  phoneSignInRequest,
  phoneRequestSchema,
  phoneSecretRequest,
  phoneSignInSchema,
  phoneSignInStateSchema
} from '#contract/phone.ts'
import { localizePath } from '#i18n/locale.ts'
import { parseUserAgent } from '#servers/people/agent.ts'
import { readSignInBrand } from '#servers/auth/authorize.ts'
import { authRoute, type AuthContext } from '#servers/auth/context.ts'
import {
  answerPhoneSignIn,
  beginPhoneSignIn,
  PHONE_LIFE,
  readPhoneSignInState,
  findWaitingPhoneSignIn
} from '#servers/auth/phone/phone.ts'
import { checkReturnTarget } from '#servers/auth/redirects.ts'
import { COOKIE_ERRORS } from '#servers/auth/refusals.ts'
import { checkSameOrigin } from '#servers/auth/same-origin.ts'
import { readLoginSession } from '#servers/auth/sessions.ts'
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
  body: phoneSignInRequest,
  answer: phoneSignInSchema,
  handle: async ({ context, request, url, peer, locale, input: { body } }) => {
    checkSameOrigin(request, url)
    const { origin } = await checkReturnTarget(context.sites, body, url)
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
  body: phoneSecretRequest,
  answer: phoneSignInStateSchema,
  handle: async ({ context, input: { body } }) => ({
    state: await readPhoneSignInState(context, body.secret)
  })
})

const lookRoute = authRoute({
  method: 'post',
  path: '/auth/qr/look',
  summary: 'Get the device and place of a sign-in request',
  who: 'anyone',
  fails: COOKIE_ERRORS,
  limit: 'token',
  body: phoneIdRequest,
  answer: phoneRequestSchema,
  handle: async ({ context, request, url, peer, input: { body } }) => {
    checkSameOrigin(request, url)
    const { userId } = await readLoginSession(context, request)
    const waiting = await findWaitingPhoneSignIn(context, body.id)
    const { email } = await getUser(context.database.db, userId)
    return {
      site: await readSignInBrand(context, waiting.origin),
      agent: parseUserAgent(waiting.agent),
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
  fails: COOKIE_ERRORS,
  limit: 'token',
  body: phoneDecisionRequest,
  answer: 'text/plain',
  status: 204,
  handle: async ({ context, request, url, input: { body } }) => {
    checkSameOrigin(request, url)
    const { userId } = await readLoginSession(context, request)
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
