import { call } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Claimed, Guest } from '#contract/guest.ts'

/**
 * Requests a credential for one question without signing in.
 * @throws Problem when the site does not let guests ask, or not today
 */
export function requestGuest(hub: HubInfo): Promise<Guest> {
  return call(`${hub.hosts.api}/aichat/guest`, {
    method: 'POST',
    headers: callerHeaders(hub, 'api')
  })
}

/**
 * Moves a guest's conversations to the signed-in user.
 * @throws Problem `not_found` if the guest is unknown or belongs to somebody else
 */
export function requestClaim(hub: HubInfo, access: string, token: string): Promise<Claimed> {
  return call(`${hub.hosts.api}/aichat/guest/claim`, {
    method: 'POST',
    body: { token },
    token: access,
    headers: callerHeaders(hub, 'api')
  })
}
