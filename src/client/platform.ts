import { call, type CallOptions } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'

type List<T> = { items: T[]; count: number }

/** Loads the user's plans, global ones and those for a single service, newest first. */
export async function fetchApplications(hub: HubInfo, token: string): Promise<Application[]> {
  const query = new URLSearchParams({
    limit: '100',
    offset: '0',
    user_id: hub.user?.id ?? '',
    ordering: '-created_at'
  })
  const { items } = await callPlatform<List<Application>>(hub, `/applications/?${query}`, { token })
  return items
}

/**
 * Creates the user's global plan, with the free credits if there are any.
 * @throws Problem `duplication` when there is one
 */
export function requestApplication(hub: HubInfo, token: string): Promise<Application> {
  const body = { type: 'Usage', scope: 'Global', user_id: hub.user?.id }
  return callPlatform<Application>(hub, '/applications/', { method: 'POST', token, body })
}

/** Creates the credential of a plan for this page's origin. A second call returns the same one. */
export function requestCredential(
  hub: HubInfo,
  token: string,
  applicationId: string
): Promise<Credential> {
  const body = { application_id: applicationId, host: hub.origin }
  return callPlatform<Credential>(hub, '/credentials/', { method: 'POST', token, body })
}

function callPlatform<T>(hub: HubInfo, path: string, options: CallOptions): Promise<T> {
  return call<T>(`${hub.hosts.platform}/api/v1${path}`, {
    ...options,
    headers: callerHeaders(hub, 'platform')
  })
}
