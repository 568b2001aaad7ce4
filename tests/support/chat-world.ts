import { vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { CHAT_SERVICE, contentText } from '#core/chat.ts'
import { Problem, problemBody, type ProblemCode } from '#core/problem.ts'
import { openConversations } from '#stores/conversations.ts'
import { resetAll } from '#stores/persisted.ts'
import { setSelection } from '#stores/selection.ts'
import { currentThread, openThread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

export const ASKED = { group: 'chatgpt', question: 'Why?', model: 'gpt-5-all' } as const

type Sent = { url: string; body: Record<string, unknown>; headers: Record<string, string> }
type Frame = Record<string, unknown>

/** The new chat of a signed-in user, with fake servers. */
export type ChatWorld = {
  hub: HubInfo
  /** Every request except those of the feed and the plans. */
  sent: Sent[]
  /**
   * The answers to the next requests, in order. If there is none left, the request fails as without
   * a connection.
   */
  answers: (() => Response | Promise<Response>)[]
  /** Sends an event on the feed, which the page reads as long as it is open. */
  tell(event: Frame): void
  /** Events that are sent as soon as a feed connects. */
  early: Frame[]
  /** The addresses of all opened feeds. */
  opened: string[]
}

/** A plan that pays for every request. */
const PLAN = {
  id: 'a',
  type: 'Usage',
  scope: 'Global',
  service_id: null,
  remaining_amount: 5,
  expired_at: null,
  credentials: []
}

let people = 0

/** Creates a chat of a new user with a feed of its own. */
export function beginChat(): ChatWorld {
  const hub = {
    locale: 'en',
    origin: 'https://studio.example',
    hosts: { api: 'https://api.example' },
    user: { id: `u${++people}` }
  } as HubInfo
  const world: ChatWorld = {
    hub,
    sent: [],
    answers: [],
    tell: event => void world.early.push(event),
    early: [],
    opened: []
  }
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  bindHub(hub)
  setSelection(CHAT_SERVICE, { application: 'a', credential: 'pm_secret', host: hub.origin })
  openThread(null)
  openConversations([])
  vi.stubGlobal(
    'fetch',
    async (
      url: string,
      {
        body,
        headers,
        signal
      }: { body?: string; headers: Record<string, string>; signal: AbortSignal }
    ) => {
      if (url.includes('/events')) {
        world.opened.push(url)
        return feedBody(world, signal)
      }
      if (url.includes('/applications/')) return Response.json({ items: [PLAN], count: 1 })
      world.sent.push({ url, headers, body: body === undefined ? {} : (JSON.parse(body) as Frame) })
      return (world.answers.shift() ?? offline)()
    }
  )
  return world
}

/** Resets all stores, as leaving the page does. */
export function endChat(): void {
  dispatchEvent(new Event('pagehide'))
  resetAll()
}

function feedBody(world: ChatWorld, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (event: Frame): void =>
        controller.enqueue(
          encoder.encode(
            `id: s.${String(event['run_id'])}:${String(event['seq'])}\ndata: ${JSON.stringify(event)}\n\n`
          )
        )
      world.tell = say
      signal.addEventListener('abort', () => controller.error(signal.reason))
      say({ type: 'ready', run_id: 'r1', seq: 0 })
      world.early.splice(0).forEach(say)
    }
  })
  return new Response(body)
}

/** Creates an event of the run `r1`; `more` overrides its fields. */
export function frame(seq: number, text: string, more: Frame = {}): Frame {
  return {
    run_id: 'r1',
    service: 'chat',
    id: 'c1',
    seq,
    type: 'text_delta',
    delta_answer: text,
    ...more
  }
}

export const START = frame(1, '', { type: 'start' })
export const DONE = frame(2, '', { type: 'done' })

/** Responds that a question was accepted and starts a run. */
export function taken(run = 'r1'): Response {
  return Response.json({ id: 'c1', run_id: run })
}

/** Accepts a question and answers it on the feed. */
export function answered(world: ChatWorld, run: string, ...events: Frame[]): () => Response {
  return () => {
    for (const event of events) world.tell({ ...event, run_id: run })
    return taken(run)
  }
}

export function refusal(code: ProblemCode): () => Response {
  return () =>
    Response.json(problemBody(new Problem(code), 'No.', 't1'), { status: new Problem(code).status })
}

/** Rejects as `fetch` does without a connection. */
export function offline(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** Lists the turns as `role text state failure`. */
export function shown(): string[] {
  return currentThread().turns.map(({ role, content, state, failure }) =>
    [role, contentText(content), state, failure?.code].filter(Boolean).join(' ')
  )
}

/** A conversation whose last question the run `r1` is answering. */
export const running: Conversation = {
  id: 'c1',
  model: 'gpt-5-all',
  title: 'T',
  answering: 'r1',
  messages: [
    { role: 'user', content: 'Why?', state: 'finished' },
    { role: 'assistant', content: '', state: 'answering' }
  ],
  created_at: 0,
  updated_at: 0
}
