import type { Credential } from '#contract/credential.ts'
import type { ProblemBody } from '#core/problem.ts'
import { json, type TestPerson, type TestStudio } from './studio.ts'

type World = { studio: TestStudio; ada: TestPerson }
type Init = { method?: string; json?: unknown; headers?: Record<string, string> }

/**
 * Creates the calls that change and use API keys.
 * @param world is read at each call, since it opens after the tests are declared
 */
export function credentialCalls(world: () => World) {
  const call = (path = '', init: Init = {}, who = world().ada): Promise<Response> =>
    world().studio.call(`/api/v1/credentials/${path}`, { ...init, token: who.token.access_token })
  const create = (body: object, who = world().ada): Promise<Response> =>
    call('', { json: { application_id: who.application.id, ...body } }, who)
  const chat = (token: string, body: object): Promise<Response> =>
    world().studio.call('/aichat/conversations', {
      json: body,
      token,
      headers: { accept: 'application/json' }
    })
  return {
    call,
    create,
    createKey: (body: object = {}): Promise<Credential> =>
      json(create({ name: 'Laptop', ...body })),
    put: (id: string, body: unknown): Promise<Response> => call(id, { method: 'PUT', json: body }),
    rotate: (id: string, headers = {}): Promise<Response> =>
      call(`${id}/rotate/`, { method: 'POST', headers }),
    ask: (token: string, question = 'hi [sandbox:tokens=20]'): Promise<Response> =>
      chat(token, { model: 'gpt-5-all', question }),
    /** Returns `yes` for a token that works, else the code of its refusal. */
    async tokenState(token: string): Promise<string> {
      const answer = await chat(token, { action: 'retrieve_batch' })
      return answer.ok ? 'yes' : ((await answer.json()) as ProblemBody).code
    }
  }
}
