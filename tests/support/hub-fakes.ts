import { vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { Application } from '#contract/application.ts'
import type { Task } from '#contract/task.ts'
import { Problem, problemBody, type ProblemCode } from '#core/problem.ts'

/** The page data of a signed-in user. */
export const HUB = {
  locale: 'en',
  dir: 'ltr',
  origin: 'https://studio.example',
  hosts: {
    hub: 'https://studio.example',
    platform: 'https://platform.example',
    auth: 'https://auth.example',
    api: 'https://api.example'
  },
  test: false,
  user: { id: 'u1' }
} as HubInfo

export const FLUX = { id: 'flux', path: 'flux', serviceId: 'service-flux' }

/** Creates a global plan with credits left; `more` overrides its fields. */
export function plan(id: string, more: Partial<Application> = {}): Application {
  return {
    id,
    type: 'Usage',
    scope: 'Global',
    service_id: null,
    user_id: 'u1',
    remaining_amount: 5,
    used_amount: 0,
    free: 'granted',
    credentials: [],
    expired_at: null,
    created_at: '',
    updated_at: '',
    ...more
  }
}

export function task(id: string, created_at: number, more: Partial<Task> = {}): Task {
  return { id, created_at, state: 'succeeded', request: {}, ...more } as Task
}

export function refusal(code: ProblemCode): Response {
  const problem = new Problem(code)
  return Response.json(problemBody(problem, 'No.', 't1'), { status: problem.status })
}

export type Sent = { call: string; headers: Record<string, string>; body: Record<string, unknown> }
type Answers = Record<string, (sent: Sent) => Response | Promise<Response>>

/**
 * Fakes servers that answer calls by `METHOD path` and record them. Other paths do not exist. It
 * also makes {@link HUB} the data of the page.
 */
export function fakeServers(answers: Answers): { sent: Sent[]; answers: Answers } {
  bindHub(HUB)
  const sent: Sent[] = []
  const all: Answers = {
    'POST /auth/session': () =>
      Response.json({ access_token: 'access', expires_in: 3600, user: { id: 'u1' } }),
    'POST /api/v1/credentials/': ({ body }) =>
      Response.json({ token: `pm_${String(body['application_id'])}` }),
    ...answers
  }
  vi.stubGlobal(
    'fetch',
    async (
      url: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }
    ) => {
      const asked = {
        call: `${method} ${new URL(url, HUB.origin).pathname}`,
        headers,
        body: JSON.parse(body ?? '{}') as Sent['body']
      }
      sent.push(asked)
      return all[asked.call]?.(asked) ?? new Response(null, { status: 404 })
    }
  )
  return { sent, answers: all }
}
