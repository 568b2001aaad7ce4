import { pageHub } from '#client/page-hub.ts'
import { requestJson, type RequestOptions } from '#client/call.ts'
import { callerHeaders } from '#client/headers.ts'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'

type List<T> = { items: T[]; count: number }

/** Loads the user's plans, global ones and those for a single service, newest first. */
export async function fetchApplications(token: string): Promise<Application[]> {
  const query = new URLSearchParams({
    limit: '100',
    offset: '0',
    user_id: pageHub().user?.id ?? '',
    ordering: '-created_at'
  })
  const { items } = await callPlatform<List<Application>>(`/applications/?${query}`, { token })
  return items
}

/**
 * Creates the user's global plan, with the free credits if there are any.
 * @throws Problem `duplication` when there is one
 */
export function requestApplication(token: string): Promise<Application> {
  const body = { type: 'Usage', scope: 'Global', user_id: pageHub().user?.id }
  return callPlatform<Application>('/applications/', { method: 'POST', token, body })
}

/** Creates the credential of a plan for this page's origin. A second call returns the same one. */
export function requestCredential(token: string, applicationId: string): Promise<Credential> {
  const body = { application_id: applicationId, host: pageHub().origin }
  return callPlatform<Credential>('/credentials/', { method: 'POST', token, body })
}

/** Calls the platform with the user's token. @throws Problem */
export function callPlatform<T>(path: string, options: RequestOptions): Promise<T> {
  const hub = pageHub()
  return requestJson<T>(`${hub.hosts.platform}/api/v1${path}`, {
    ...options,
    headers: callerHeaders('platform')
  })
}
