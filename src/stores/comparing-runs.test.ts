import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import type { SavedComparison } from '#contract/comparison.ts'
import { CHAT_SERVICE, contentText } from '#core/chat.ts'
import { Problem, problemBody, type ProblemCode } from '#core/problem.ts'
import { $sides, type ComparisonSide } from '#stores/comparing.ts'
import { stopAnswerAt } from '#stores/comparing-chat.ts'
import { startSide, voteForModel } from '#stores/comparing-runs.ts'
import { resetAll } from '#stores/persisted.ts'
import { setSelection } from '#stores/selection.ts'
import { currentTaskList } from '#stores/shelf-changes.ts'
import { $token } from '#stores/token.ts'

type Body = Record<string, unknown>
type Sent = { path: string; body: Body; key: string | undefined }

let people = 0
let sent: Sent[]
let tell: (run: string, seq: number, type: string, more?: Body) => void
/** Answers to the question of each model, or to a task, by model. */
let answers: Record<string, () => Response | Promise<Response>>

const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const refusal = (code: ProblemCode) => (): Response =>
  Response.json(problemBody(new Problem(code), 'No.', 'x'), { status: new Problem(code).status })

function feed(signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        tell = (run_id, seq, type, more = {}) => {
          const data = JSON.stringify({ run_id, service: 'chat', seq, type, ...more })
          controller.enqueue(encoder.encode(`id: s.${run_id}:${seq}\ndata: ${data}\n\n`))
        }
        tell('', 0, 'ready')
        signal.addEventListener('abort', () => controller.error(signal.reason))
      }
    })
  )
}

const IDLE: ComparisonSide = {
  phase: 'idle',
  run: null,
  conversation: null,
  turn: null,
  failure: null,
  sentAt: null,
  seconds: null
}

function comparing(...models: { service: string; model: string }[]): SavedComparison {
  $sides.set(models.map(() => IDLE))
  return { id: 'c1', prompt: 'Why?', models } as unknown as SavedComparison
}

const asked = (): Sent[] => sent.filter(({ path }) => !path.includes('/comparisons/'))
const named = (): unknown[] =>
  sent.flatMap(({ path, body }) => (path.endsWith('/run') ? [body] : []))
const shown = (): string[] =>
  ($sides.get() ?? []).map(({ phase, turn, failure }) =>
    [phase, turn && contentText(turn.content), failure?.code].filter(Boolean).join(' ')
  )

const TWO = [
  { service: 'chat', model: 'one' },
  { service: 'chat', model: 'two' }
]

beforeEach(() => {
  sent = []
  answers = {}
  const hub = {
    locale: 'en',
    origin: 'https://studio.example',
    hosts: { api: 'https://api.example', platform: 'https://platform.example' },
    user: { id: `c${++people}` }
  } as HubInfo
  bindHub(hub)
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  for (const service of [CHAT_SERVICE, flux])
    setSelection(service, { application: 'a', credential: 'pm_a', host: hub.origin })
  vi.stubGlobal(
    'fetch',
    async (
      url: string,
      init: { body?: string; headers: Record<string, string>; signal: AbortSignal }
    ) => {
      if (url.includes('/events')) return feed(init.signal)
      const body = JSON.parse(init.body ?? '{}') as Body
      sent.push({ path: new URL(url).pathname, body, key: init.headers['idempotency-key'] })
      if (url.includes('/comparisons/')) return (answers['vote'] ?? (() => Response.json({})))()
      return (answers[String(body['model'])] ?? offline)()
    }
  )
})
afterEach(() => {
  dispatchEvent(new Event('pagehide'))
  resetAll()
})

const takes = (run: string) => (): Response => Response.json({ id: `of ${run}`, run_id: run })

describe('the models of a comparison', () => {
  test('answer side by side, and one that is refused does not stop the other', async () => {
    const comparison = comparing(...TWO)
    answers = { one: takes('r1'), two: refusal('busy') }
    await Promise.all([0, 1].map(place => startSide({ comparison, place, service: null })))
    expect(shown()).toEqual(['running', 'idle busy'])
    await vi.waitFor(() => expect(tell).toBeTypeOf('function'))
    tell('r1', 1, 'start')
    tell('r1', 2, 'text_delta', { delta_answer: 'Because.' })
    tell('r1', 3, 'done', { price: 0.5 })
    await vi.waitFor(() => expect(shown()).toEqual(['ended Because.', 'idle busy']))
    expect($sides.get()?.[0]).toMatchObject({ turn: { price: 0.5 }, seconds: expect.any(Number) })
    expect(named()).toEqual([{ place: 0, run_id: 'r1' }])
  })

  test('have keys of the comparison, so that a reload sends nothing twice', async () => {
    const comparison = comparing(...TWO)
    await Promise.all([0, 1].map(place => startSide({ comparison, place, service: null })))
    await startSide({ comparison, place: 0, service: null })
    const keys = ['comparison-c1-0', 'comparison-c1-1', 'comparison-c1-0']
    expect(asked().map(({ key }) => key)).toEqual(keys)
  })

  test('are tried again with another key once the server has refused', async () => {
    const comparison = comparing(...TWO)
    answers = { one: refusal('busy') }
    await startSide({ comparison, place: 0, service: null })
    answers = { one: takes('r2') }
    await startSide({ comparison, place: 0, service: null })
    const [first, second] = asked().map(({ key }) => key)
    expect([first, second === first]).toEqual(['comparison-c1-0', false])
    expect(shown()[0]).toBe('running')
  })

  test('are stopped one by one', async () => {
    const comparison = comparing(...TWO)
    answers = { one: takes('r1'), two: takes('r2'), undefined: () => Response.json({}) }
    await Promise.all([0, 1].map(place => startSide({ comparison, place, service: null })))
    expect(await stopAnswerAt(1)).toBeNull()
    expect(asked().at(-1)?.body).toEqual({ action: 'stop', id: 'of r2' })
  })

  test('of tools run with their defaults, and their tasks are on the shelf', async () => {
    const comparison = comparing({ service: 'flux', model: 'flux-2-pro' })
    answers = { 'flux-2-pro': () => Response.json({ task_id: 't1' }) }
    await startSide({ comparison, place: 0, service: flux })
    expect(asked()[0]).toMatchObject({
      path: '/flux/images',
      key: 'comparison-c1-0',
      body: { prompt: 'Why?', model: 'flux-2-pro', async: true }
    })
    expect(currentTaskList().items.map(({ id }) => id)).toEqual(['t1'])
    expect($sides.get()?.[0]?.run).toBe('t1')
  })
})

test('a vote that the server refuses is reported', async () => {
  comparing(...TWO)
  expect(await voteForModel('c1', 1)).toBeNull()
  expect(sent.at(-1)).toMatchObject({
    path: '/api/v1/comparisons/c1/vote',
    body: { winner: 1 }
  })
  answers = { vote: refusal('not_found') }
  expect((await voteForModel('c1', null))?.code).toBe('not_found')
})

test('the second of two quick votes is sent after the answer to the first', async () => {
  comparing(...TWO)
  const first = Promise.withResolvers<Response>()
  answers = { vote: () => first.promise }
  const both = [voteForModel('c1', 1), voteForModel('c1', 0)]
  const votes = (): Body[] =>
    sent.filter(({ path }) => path.endsWith('/vote')).map(({ body }) => body)
  await vi.waitFor(() => expect(votes()).toEqual([{ winner: 1 }]))
  answers = {}
  first.resolve(Response.json({}))
  expect(await Promise.all(both)).toEqual([null, null])
  expect(votes()).toEqual([{ winner: 1 }, { winner: 0 }])
})
