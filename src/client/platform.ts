import { call, type CallOptions } from '#client/call.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'

type List<T> = { items: T[]; count: number }

/** A person's plans that count for every service, newest first. */
export async function listApplications(hub: HubInfo, token: string): Promise<Application[]> {
  const query = new URLSearchParams({
    limit: '100',
    offset: '0',
    user_id: hub.user?.id ?? '',
    ordering: '-created_at',
    type: 'Usage',
    scope: 'Global'
  })
  const { items } = await callPlatform<List<Application>>(hub, token, `/applications/?${query}`)
  return items
}

/** Begins a person's global plan, with whatever is free. @throws Problem `duplication` when there is one */
export function createApplication(hub: HubInfo, token: string): Promise<Application> {
  const body = { type: 'Usage', scope: 'Global', user_id: hub.user?.id }
  return callPlatform<Application>(hub, token, '/applications/', { method: 'POST', body })
}

/** The working credential of a plan for this page's origin; the same one when it is asked for again. */
export function createCredential(hub: HubInfo, token: string, applicationId: string): Promise<Credential> {
  const body = { application_id: applicationId, host: hub.origin }
  return callPlatform<Credential>(hub, token, '/credentials/', { method: 'POST', body })
}

function callPlatform<T>(hub: HubInfo, token: string, path: string, options: CallOptions = {}): Promise<T> {
  const headers = { 'accept-language': hub.locale, ...(hub.user !== null && { 'x-user-id': hub.user.id }) }
  return call<T>(`${hub.hosts.platform}/api/v1${path}`, { ...options, token, headers })
}
