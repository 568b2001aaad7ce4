import type { HubRequest } from '#client/hub.ts'
import { readSubmittedForm } from '#client/page.server.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { Credential } from '#contract/credential.ts'
import { Problem } from '#core/problem.ts'

/** The result of the form that makes an API key: not sent yet, the new key, or the problem. */
type MadeKey =
  | { status: 'none' }
  | { status: 'made'; name: string; token: string }
  | { status: 'refused'; problem: Problem }

/**
 * Makes a named API key for one of the user's plans when the form was sent. Without a chosen plan
 * it uses the plan for all services. A repeated post returns the same key, because the form
 * contains an idempotency key.
 */
export async function createApiKey(hub: HubRequest, request: Request): Promise<MadeKey> {
  if (request.method !== 'POST' || hub.session === null) return { status: 'none' }
  const form = await readSubmittedForm(request)
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const once: Record<string, string> =
    text('once') === '' ? {} : { 'idempotency-key': text('once') }
  try {
    const application_id = text('application') || (await globalPlan(hub))
    const { name, token } = await ask<Credential>(
      hub,
      'credentials/',
      { application_id, name: text('name') },
      once
    )
    return { status: 'made', name, token }
  } catch (thrown) {
    return {
      status: 'refused',
      problem: thrown instanceof Problem ? thrown : toRequestProblem(thrown)
    }
  }
}

/**
 * Returns the plan for all services and creates it where the user has none.
 * @throws Problem
 */
async function globalPlan(hub: HubRequest): Promise<string> {
  try {
    return (await ask<Application>(hub, 'applications/', { type: 'Usage', scope: 'Global' })).id
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'duplication') throw thrown
    const { items } = await ask<{ items: Application[] }>(
      hub,
      'applications/?type=Usage&scope=Global'
    )
    return items[0]?.id ?? ''
  }
}

/**
 * Makes one call to the platform as the signed-in user.
 * @throws Problem the platform's error
 */
async function ask<T>(
  { fetch, session, locale }: HubRequest,
  path: string,
  body?: object,
  more: Record<string, string> = {}
): Promise<T> {
  const headers = {
    authorization: `Bearer ${session?.access_token ?? ''}`,
    'accept-language': locale,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...more
  }
  const init =
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch('platform', `/api/v1/${path}`, init)
  if (!answer.ok) throw await readProblem(answer)
  return (await answer.json()) as T
}
