import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { ClaimedChats, GuestToken } from '#contract/guest.ts'

/**
 * Requests a credential for one answer or result without signing in.
 * @param service catalogue id of the service that the guest wants to try
 * @throws Problem when the site lets no guests try it, or no more guests today
 */
export function requestGuestCredential(service: string): Promise<GuestToken> {
  const hub = pageHub()
  return requestJson(`${hub.hosts.api}/aichat/guest`, {
    method: 'POST',
    body: { service },
    headers: callerHeaders('api')
  })
}

/**
 * Moves a guest's conversations and tasks to the signed-in user.
 * @throws Problem `not_found` if the guest is unknown or belongs to somebody else
 */
export function requestGuestClaim(access: string, token: string): Promise<ClaimedChats> {
  const hub = pageHub()
  return requestJson(`${hub.hosts.api}/aichat/guest/claim`, {
    method: 'POST',
    body: { token },
    token: access,
    headers: callerHeaders('api')
  })
}
