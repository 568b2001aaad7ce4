import { call } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Claimed, Guest } from '#contract/guest.ts'

/** A credential for one question without signing in. @throws Problem where guests may not ask, or not today */
export function beginGuest(hub: HubInfo): Promise<Guest> {
  return call(`${hub.hosts.api}/aichat/guest`, { method: 'POST', headers: callerHeaders(hub, 'api') })
}

/** Makes what a guest asked the person's own. @throws Problem `not_found` for a guest who is nobody, or somebody else */
export function claimGuest(hub: HubInfo, access: string, token: string): Promise<Claimed> {
  return call(`${hub.hosts.api}/aichat/guest/claim`, { method: 'POST', body: { token }, token: access, headers: callerHeaders(hub, 'api') })
}
