import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import { CHAT, textOf } from '#core/chat.ts'
import { Problem, problemBody } from '#core/problem.ts'
import { ask, follow, retry, stop } from '#stores/asking.ts'
import { $conversations, openConversations } from '#stores/conversations.ts'
import { readDraft, saveDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'
import { select } from '#stores/selection.ts'
import { currentThread, openThread } from '#stores/thread.ts'
import { $token } from '#stores/token.ts'

let HUB: HubInfo
const ASKED = { group: 'chatgpt', question: 'Why?', model: 'gpt-5-all' } as const

let people = 0

type Sent = { url: string; body: Record<string, unknown>; headers: Record<string, string> }
type Frame = Record<string, unknown>

let sent: Sent[]
/** Answers in the order in which they are asked for. */
let answers: (() => Response | Promise<Response>)[]

/** Says something on the feed, which the page reads as long as it stands. */
let tell: (event: Frame) => void
const frame = (seq: number, text: string, more: Frame = {}): Frame => ({
  run_id: 'r1',
  service: 'chat',
  id: 'c1',
  seq,
  type: 'text_delta',
  delta_answer: text,
  ...more
})
const START = frame(1, '', { type: 'start' })
const DONE = frame(2, '', { type: 'done' })
const taken = (run_id = 'r1'): Response => Response.json({ id: 'c1', run_id })
/** Takes a question, and answers it by the feed. */
const answered =
  (run: string, ...events: Frame[]) =>
  (): Response => {
    for (const event of events) tell({ ...event, run_id: run })
    return taken(run)
  }
const refusal = (code: ConstructorParameters<typeof Problem>[0]) => (): Response =>
  Response.json(problemBody(new Problem(code), 'No.', 't1'), { status: new Problem(code).status })
const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))

const shown = (): string[] =>
  currentThread().turns.map(({ role, content, state, failure }) => [role, textOf(content), state, failure?.code].filter(Boolean).join(' '))

function feedBody(signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (event: Frame): void =>
        controller.enqueue(encoder.encode(`id: s.${String(event['run_id'])}:${String(event['seq'])}\ndata: ${JSON.stringify(event)}\n\n`))
      tell = say
      signal.addEventListener('abort', () => controller.error(signal.reason))
      say({ type: 'ready', run_id: 'r1', seq: 0 })
      early.splice(0).forEach(say)
    }
  })
  return new Response(body)
}

/** What is said before anybody listens. */
let early: Frame[]
/** The addresses of all feeds. */
let opened: string[]

beforeEach(() => {
  sent = []
  answers = []
  early = []
  opened = []
  tell = event => void early.push(event)
  // Each test is a person of its own, with a feed of their own.
  HUB = { locale: 'en', origin: 'https://studio.example', hosts: { api: 'https://api.example' }, user: { id: `u${++people}` } } as HubInfo
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  select(CHAT, { application: 'a', credential: 'pm_secret', host: 'https://studio.example' })
  openThread(null)
  openConversations([])
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers, signal }: { body?: string; headers: Record<string, string>; signal: AbortSignal }) => {
      if (url.includes('/events')) {
        opened.push(url)
        return feedBody(signal)
      }
      sent.push({ url, headers, body: body === undefined ? {} : (JSON.parse(body) as Frame) })
      return (answers.shift() ?? offline)()
    }
  )
})
afterEach(() => {
  dispatchEvent(new Event('pagehide'))
  resetAll()
})

describe('a question', () => {
  test('is answered piece by piece; its conversation gets its id, its name and its place in the list', async () => {
    saveDraft('new:chatgpt', 'Why?')
    answers = [answered('a1', START, frame(2, 'Be'), frame(3, 'cause.'), frame(4, '', { type: 'done' }))]
    expect(await ask(HUB, ASKED)).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant Because. finished'])
    expect(currentThread()).toMatchObject({ id: 'c1', title: 'Why?', phase: 'idle' })
    expect($conversations.get()?.items.map(({ id, title }) => [id, title])).toEqual([['c1', 'Why?']])
    expect(readDraft('new:chatgpt')).toBe('')
    expect(sent[0]?.body).toEqual({ question: 'Why?', model: 'gpt-5-all', references: [], stateful: true, async: true })
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer pm_secret', accept: 'application/json' })
  })

  test('goes on in its conversation', async () => {
    openThread({ id: 'c1', model: 'gpt-5-all', title: 'T', messages: [], created_at: 0, updated_at: 0 })
    answers = [answered('a2', START, DONE)]
    await ask(HUB, ASKED)
    expect(sent[0]?.body['id']).toBe('c1')
    expect(currentThread().title).toBe('T')
  })

  test('that is refused stays a draft, is shown with its reason, and gives way to the next', async () => {
    saveDraft('new:chatgpt', 'Why?')
    answers = [refusal('used_up'), answered('a3', START, DONE)]
    expect(await ask(HUB, ASKED)).toBe(false)
    expect(shown()).toEqual(['user Why? finished', 'assistant failed used_up'])
    expect(currentThread().turns[1]?.failure).toMatchObject({ sentence: 'No.', traceId: 't1' })
    expect(readDraft('new:chatgpt')).toBe('Why?')
    await ask(HUB, { ...ASKED, question: 'How?' })
    expect(shown()).toEqual(['user How? finished', 'assistant finished'])
  })

  test('that may have come through is sent again with its key; another one, or an answered one, with another', async () => {
    const once = (run: string): (() => Response) => answered(run, START, DONE)
    answers = [offline, once('a4'), once('a5'), offline, once('a6')]
    for (const question of ['Why?', 'Why?', 'Why?', 'Who?', 'How?']) await ask(HUB, { ...ASKED, question })
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(4)
  })

  test('keeps what an answer said before it failed', async () => {
    const error = { code: 'chat_error', message: 'No.', detail: 'model gone' }
    answers = [answered('a7', START, frame(2, 'Half'), frame(3, '', { type: 'error', error }))]
    expect(await ask(HUB, ASKED)).toBe(true)
    expect(shown()).toEqual(['user Why? finished', 'assistant Half failed chat_error'])
  })

  test('that is known already, since it was asked before with its key, is shown from its beginning', async () => {
    answers = [answered('a8', START, frame(2, 'Because.'), frame(3, '', { type: 'done' })), () => taken('a8')]
    await ask(HUB, ASKED)
    openThread(null)
    const again = ask(HUB, ASKED)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    // The page goes back with its feed, which tells it once more.
    await vi.waitFor(() => expect(opened.at(-1)).toContain('a8%3A0'))
    for (const event of [START, frame(2, 'Because.'), frame(3, '', { type: 'done' })]) tell({ ...event, run_id: 'a8' })
    await again
    expect(shown()).toEqual(['user Why? finished', 'assistant Because. finished'])
  })
})

describe('an answer', () => {
  test('is stopped at the server as soon as it has begun', async () => {
    let begin = (_: Response): void => undefined
    answers = [() => new Promise(resolve => (begin = resolve)), () => Response.json({ id: 'c1', success: true })]
    const asking = ask(HUB, ASKED)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await stop(HUB)
    expect(currentThread().phase).toBe('stopping')
    const error = { code: 'canceled', message: 'Stopped.' }
    begin(answered('b1', START, frame(2, 'Be'), frame(3, '', { type: 'error', error }))())
    await asking
    expect(sent[1]?.body).toEqual({ action: 'stop', id: 'c1' })
    expect(shown().at(-1)).toBe('assistant Be failed canceled')
    expect(currentThread().phase).toBe('idle')
  })

  test('that failed is asked for again in its own place', async () => {
    const said = [
      { role: 'user' as const, content: 'One', state: 'finished' as const },
      { role: 'assistant' as const, content: 'First', state: 'finished' as const },
      { role: 'user' as const, content: 'Two', state: 'finished' as const },
      { role: 'assistant' as const, content: 'Ha', state: 'failed' as const, error: { code: 'chat_error' } }
    ]
    openThread({ id: 'c1', model: 'gpt-5-all', title: 'T', messages: said, created_at: 0, updated_at: 0 })
    answers = [() => Response.json({}), answered('b2', START, frame(2, 'Second'), frame(3, '', { type: 'done' }))]
    await retry(HUB, 'chatgpt', 'gpt-5-all')
    expect(sent[0]?.body).toEqual({ action: 'update', id: 'c1', messages: said.slice(0, 2) })
    expect(shown().slice(2)).toEqual(['user Two finished', 'assistant Second finished'])
  })

  const running: Conversation = {
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

  test('that was being written when the page was made is read from its beginning', async () => {
    openThread(running)
    early = [START, frame(2, 'Because.'), frame(3, '', { type: 'done' })]
    expect(await follow(HUB)).toBe(true)
    expect(opened[0]).toContain('?cursor=.r1%3A0'.replace('.', encodeURIComponent('.')))
    expect(shown().at(-1)).toBe('assistant Because. finished')
  })

  test('whose pieces are gone by then is fetched whole', async () => {
    openThread(running)
    const over = { ...running, answering: undefined, messages: [{ role: 'assistant', content: 'Because.', state: 'finished' }] }
    early = [frame(0, '', { type: 'gone' })]
    answers = [() => Response.json(over)]
    await follow(HUB)
    expect(shown()).toEqual(['assistant Because. finished'])
    expect(currentThread().phase).toBe('idle')
  })

  test('that has ended is not followed', async () => {
    openThread({ ...running, messages: [{ role: 'assistant', content: 'x', state: 'finished' }] })
    expect(await follow(HUB)).toBe(false)
    expect(sent).toEqual([])
  })
})
