import { vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { CHAT, textOf } from '#core/chat.ts'
import { Problem, problemBody, type ProblemCode } from '#core/problem.ts'
import { openConversations } from '#stores/conversations.ts'
import { resetAll } from '#stores/persisted.ts'
import { select } from '#stores/selection.ts'
import { currentThread, openThread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

export const ASKED = { group: 'chatgpt', question: 'Why?', model: 'gpt-5-all' } as const

type Sent = { url: string; body: Record<string, unknown>; headers: Record<string, string> }
type Frame = Record<string, unknown>

/** A signed-in person's new chat, and the servers that it asks. */
export type ChatWorld = {
  hub: HubInfo
  /** All that was asked but the feed and the plans. */
  sent: Sent[]
  /** Answers in the order in which they are asked for; none means that there is no connection. */
  answers: (() => Response | Promise<Response>)[]
  /** Says something on the feed, which the page reads as long as it stands. */
  tell(event: Frame): void
  /** What is said before anybody listens. */
  early: Frame[]
  /** The addresses of all feeds. */
  opened: string[]
}

/** Pays for all that is asked. */
const PLAN = { id: 'a', type: 'Usage', scope: 'Global', service_id: null, remaining_amount: 5, expired_at: null, credentials: [] }

let people = 0

/** Each is a person of its own, with a feed of their own. */
export function beginChat(): ChatWorld {
  const hub = {
    locale: 'en',
    origin: 'https://studio.example',
    hosts: { api: 'https://api.example' },
    user: { id: `u${++people}` }
  } as HubInfo
  const world: ChatWorld = { hub, sent: [], answers: [], tell: event => void world.early.push(event), early: [], opened: [] }
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  select(CHAT, { application: 'a', credential: 'pm_secret', host: hub.origin })
  openThread(null)
  openConversations([])
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers, signal }: { body?: string; headers: Record<string, string>; signal: AbortSignal }) => {
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

export function endChat(): void {
  dispatchEvent(new Event('pagehide'))
  resetAll()
}

function feedBody(world: ChatWorld, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (event: Frame): void =>
        controller.enqueue(encoder.encode(`id: s.${String(event['run_id'])}:${String(event['seq'])}\ndata: ${JSON.stringify(event)}\n\n`))
      world.tell = say
      signal.addEventListener('abort', () => controller.error(signal.reason))
      say({ type: 'ready', run_id: 'r1', seq: 0 })
      world.early.splice(0).forEach(say)
    }
  })
  return new Response(body)
}

/** An event of the run `r1`, unless told otherwise. */
export function frame(seq: number, text: string, more: Frame = {}): Frame {
  return { run_id: 'r1', service: 'chat', id: 'c1', seq, type: 'text_delta', delta_answer: text, ...more }
}

export const START = frame(1, '', { type: 'start' })
export const DONE = frame(2, '', { type: 'done' })

export function taken(run = 'r1'): Response {
  return Response.json({ id: 'c1', run_id: run })
}

/** Takes a question, and answers it by the feed. */
export function answered(world: ChatWorld, run: string, ...events: Frame[]): () => Response {
  return () => {
    for (const event of events) world.tell({ ...event, run_id: run })
    return taken(run)
  }
}

export function refusal(code: ProblemCode): () => Response {
  return () => Response.json(problemBody(new Problem(code), 'No.', 't1'), { status: new Problem(code).status })
}

export function offline(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** The turns as `role text state failure`. */
export function shown(): string[] {
  return currentThread().turns.map(({ role, content, state, failure }) =>
    [role, textOf(content), state, failure?.code].filter(Boolean).join(' ')
  )
}

/** A conversation whose last question is being answered, by the run `r1`. */
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
