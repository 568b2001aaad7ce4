import { pageHub } from '#client/page-hub.ts'
import { call } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { Claimed, Guest } from '#contract/guest.ts'

/**
 * Requests a credential for one question without signing in.
 * @throws Problem when the site does not let guests ask, or not today
 */
export function requestGuest(): Promise<Guest> {
  const hub = pageHub()
  return call(`${hub.hosts.api}/aichat/guest`, {
    method: 'POST',
    headers: callerHeaders('api')
  })
}

/**
 * Moves a guest's conversations to the signed-in user.
 * @throws Problem `not_found` if the guest is unknown or belongs to somebody else
 */
export function requestClaim(access: string, token: string): Promise<Claimed> {
  const hub = pageHub()
  return call(`${hub.hosts.api}/aichat/guest/claim`, {
    method: 'POST',
    body: { token },
    token: access,
    headers: callerHeaders('api')
  })
}
