import type { Site } from '#contract/site.ts'
import { operatorFetch } from '#servers/lib/egress.ts'
import { startOpenaiServer, type OpenaiServer } from './openai-server.ts'
import {
  BASE,
  frames,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from './studio.ts'

/** A studio with its operator, and a fake chat vendor in place of OpenAI. */
export type KeysWorld = {
  studio: TestStudio
  vendor: OpenaiServer
  /** The operator, who is also admin of the site. */
  ada: TestPerson
  /** Sets the features of the site. */
  allow(features: object): Promise<void>
  /** Calls the platform API, by default as the operator. */
  call(path: string, method: string, body?: object, who?: TestPerson): Promise<Response>
  ask(
    who?: TestPerson,
    more?: object
  ): Promise<{ text: string; code: string; detail: string; price: unknown }>
  /** Returns the API keys of the chat requests to the vendor since the last call. */
  asked(): string[]
  close(): Promise<void>
}

export async function openKeysWorld(environment: Record<string, string> = {}): Promise<KeysWorld> {
  const vendor = await startOpenaiServer()
  // Replace the address of the real OpenAI by that of the fake one, which runs in this process.
  const fetch: typeof operatorFetch = (input, init) =>
    operatorFetch(String(input).replace('https://api.openai.com/v1', vendor.url), init)
  const studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...environment }, fetch })
  const ada = await person(studio)
  const call: KeysWorld['call'] = (path, method, body, who = ada) =>
    studio.call(`/api/v1/${path}`, {
      method,
      token: who.token.access_token,
      ...(body !== undefined && { json: body })
    })
  return {
    studio,
    vendor,
    ada,
    call,
    async allow(features) {
      const { items } = await json<{ items: [Site] }>(studio.call(`/api/v1/sites/?origin=${BASE}`))
      await json(call(`sites/${items[0].id}`, 'PUT', { features }))
    },
    async ask(who = ada, more = {}) {
      const body = { model: 'gpt-5-all', question: 'Why?', ...more }
      const answer = await studio.call('/aichat/conversations', {
        json: body,
        token: who.credential.token
      })
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
        const { code, detail } = (await answer.json()) as { code: string; detail: string }
        return { text: '', code, detail, price: null }
      }
      const { text, frames: found } = await frames(answer)
      const last = found.at(-1) ?? {}
      return {
        text,
        code: String(last['code'] ?? ''),
        detail: String(last['detail'] ?? ''),
        price: last['price']
      }
    },
    asked: () =>
      vendor.requests
        .splice(0)
        .filter(({ path }) => path.endsWith('/chat/completions'))
        .map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? ''),
    async close() {
      await studio.close()
      await vendor.close()
    }
  }
}
