import type { HubRequest } from '#client/hub.ts'
import { sentForm } from '#client/page.server.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import { Problem } from '#core/problem.ts'

/** What came of the form that makes a key: nothing yet, the key, or why there is none. */
export type MadeKey = { status: 'none' } | { status: 'made'; name: string; token: string } | { status: 'refused'; problem: Problem }

/**
 * Makes a named key for one of the person's plans, when the form was sent; without a plan it begins the one for all
 * services. Sent once more it answers with the same key: the form holds a name for its own sending.
 */
export async function makeKey(hub: HubRequest, request: Request): Promise<MadeKey> {
  if (request.method !== 'POST' || hub.session === null) return { status: 'none' }
  const form = await sentForm(request)
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const once: Record<string, string> = text('once') === '' ? {} : { 'idempotency-key': text('once') }
  try {
    const application_id = text('application') || (await globalPlan(hub))
    const { name, token } = await ask<Credential>(hub, 'credentials/', { application_id, name: text('name') }, once)
    return { status: 'made', name, token }
  } catch (thrown) {
    return { status: 'refused', problem: thrown instanceof Problem ? thrown : unreachable(thrown) }
  }
}

/** The plan for all services, which begins now where there is none. @throws Problem */
async function globalPlan(hub: HubRequest): Promise<string> {
  try {
    return (await ask<Application>(hub, 'applications/', { type: 'Usage', scope: 'Global' })).id
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'duplication') throw thrown
    const { items } = await ask<{ items: Application[] }>(hub, 'applications/?type=Usage&scope=Global')
    return items[0]?.id ?? ''
  }
}

/** One call of the platform by the person whose page it is. @throws Problem as it was answered */
async function ask<T>({ fetch, session, locale }: HubRequest, path: string, body?: object, more: Record<string, string> = {}): Promise<T> {
  const headers = {
    authorization: `Bearer ${session?.access_token ?? ''}`,
    'accept-language': locale,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...more
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch('platform', `/api/v1/${path}`, init)
  if (!answer.ok) throw await problemOf(answer)
  return (await answer.json()) as T
}
