import { pageHub } from '#client/page-hub.ts'
import { call } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { Claimed, Guest } from '#contract/guest.ts'

/**
 * Requests a credential for one answer or result without signing in.
 * @param service catalogue id of the service that the guest wants to try
 * @throws Problem when the site lets no guests try it, or no more guests today
 */
export function requestGuest(service: string): Promise<Guest> {
  const hub = pageHub()
  return call(`${hub.hosts.api}/aichat/guest`, {
    method: 'POST',
    body: { service },
    headers: callerHeaders('api')
  })
}

/**
 * Moves a guest's conversations and tasks to the signed-in user.
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
