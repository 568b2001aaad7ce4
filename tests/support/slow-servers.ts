import { fc } from './property.ts'
import { vi } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { FLUX, HUB, plan, refusal, task } from './hub-fakes.ts'

/** A request that waits for its response. */
type Asked = { path: string; body: Record<string, unknown>; settle: (response: Response) => void }

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const plans = fc.uniqueArray(
  fc.record({
    id: ids,
    remaining_amount: fc.constantFrom(-1, 0, 5),
    scope: fc.constantFrom('Global', 'Individual'),
    type: fc.constantFrom('Usage', 'Period'),
    service_id: fc.constantFrom(CHAT_SERVICE.serviceId, FLUX.serviceId)
  }),
  { selector: each => each.id, maxLength: 4 }
)

/**
 * Generates lists of objects. A list may contain the same object twice, as real servers may return
 * it.
 */
export const things = fc.array(fc.record({ id: ids, created_at: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 5
})

/** Generates responses that fit any request; each request uses only a part. */
export const answers = fc.oneof(
  { weight: 4, arbitrary: fc.record({ plans, things, count: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constantFrom('invalid_token', 'busy', 'duplication', 'not_found') }
)
export type Answer = typeof answers extends fc.Arbitrary<infer T> ? T : never

/** Fakes servers that answer when a test tells them to, and know whether the user is signed in. */
export function createSlowServers() {
  const waiting: Asked[] = []
  const feeds = new Set<(event: object) => void>()
  let runs = 0
  const servers = { signedIn: true, waiting, answerOne, answerAll, begin }

  function begin(): void {
    waiting.length = 0
    feeds.clear()
    servers.signedIn = true
    vi.stubGlobal(
      'fetch',
      (url: string, { body, signal }: { body?: string; signal?: AbortSignal }) => {
        const { pathname: path } = new URL(url, HUB.origin)
        if (path === '/auth/session') return Promise.resolve(session())
        if (path === '/events') return Promise.resolve(feed(signal))
        return new Promise<Response>(settle =>
          waiting.push({ path, body: JSON.parse(body ?? '{}') as Asked['body'], settle })
        )
      }
    )
  }

  function session(): Response {
    const answer = { access_token: 'access', expires_in: 3600, user: { id: 'u1' } }
    return servers.signedIn ? Response.json(answer) : refusal('invalid_token')
  }

  function feed(signal: AbortSignal | undefined): Response {
    const encoder = new TextEncoder()
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const say = (event: object): void =>
        controller.enqueue(encoder.encode(`id: s\ndata: ${JSON.stringify(event)}\n\n`))
      signal?.addEventListener('abort', () => {
        feeds.delete(say)
        controller.error(signal.reason)
      })
      feeds.add(say)
      say({ type: 'ready', run_id: '', seq: 0 })
    }
    return new Response(new ReadableStream({ start }))
  }

  /** Sends the events of an answer immediately; every third answer stays unfinished. */
  function taken(id: string): Response {
    const run = `r${++runs}`
    const types = ['start', 'text_delta', ...(runs % 3 === 0 ? [] : ['done'])]
    for (const [index, type] of types.entries()) {
      const event = {
        type,
        run_id: run,
        seq: index + 1,
        service: 'chat',
        id,
        delta_answer: type === 'text_delta' ? 'secret' : ''
      }
      for (const say of feeds) say(event)
    }
    return Response.json({ id, run_id: run })
  }

  function respond({ path, body }: Asked, answer: Answer): Response {
    if (typeof answer === 'string') return refusal(answer as 'busy')
    const { count } = answer
    if (path.endsWith('/applications/'))
      return Response.json({
        items: answer.plans.map(each => plan(each.id, each as object)),
        ...plan('a')
      })
    if (path.endsWith('/credentials/')) return Response.json({ token: 'pm_secret' })
    if (path.endsWith('/tasks'))
      return Response.json({
        items: answer.things.map(each => task(each.id, each.created_at)),
        count
      })
    if (!path.endsWith('/conversations'))
      return Response.json({ id: path.split('/').at(-1), title: 'T' })
    const id = typeof body['id'] === 'string' ? body['id'] : (answer.things[0]?.id ?? 'a')
    if ('question' in body) return taken(id)
    if (body['action'] !== 'retrieve_batch')
      return Response.json(conversation({ id, created_at: count + 1 }))
    return Response.json({ items: answer.things.map(conversation), count })
  }

  function answerOne(index: number, answer: Answer): void {
    const [asked] = waiting.splice(index % Math.max(waiting.length, 1), 1)
    asked?.settle(respond(asked, answer))
  }

  /**
   * Answers all waiting requests, and those that follow from them, as long as there are answers.
   */
  async function answerAll(each: readonly Answer[]): Promise<void> {
    for (const answer of each) {
      while (waiting.length > 0) answerOne(0, answer)
      await settled()
    }
  }

  return servers
}

export function conversation({ id, created_at }: { id: string; created_at: number }): Conversation {
  return { id, model: 'm', title: id, created_at, updated_at: created_at }
}

/** Waits until all work is done that does not need a server. */
export function settled(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}
