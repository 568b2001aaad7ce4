import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import field from '../../locales/en/field.json' with { type: 'json' }
import { task } from '../../tests/support/hub-fakes.ts'
import { flux } from '#catalog/flux/service.ts'
import { transcribe } from '#catalog/transcribe/service.ts'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { Problem, problemBody, type ProblemCode } from '#core/problem.ts'
import { createTranslate } from '#i18n/translate.ts'
import { toolPrices } from '#islands/tool-prices.ts'
import { $balance } from '#stores/balance.ts'
import {
  cancelToolTask,
  startToolTask,
  loadOlderTasks,
  deleteToolTask,
  watchTasks
} from '#stores/generating.ts'
import { resetAll } from '#stores/persisted.ts'
import { setSelection } from '#stores/selection.ts'
import { currentTaskList, putTasks } from '#stores/shelf-changes.ts'
import { $token } from '#stores/token.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | undefined }

let people = 0
let sent: Sent[]
/** Responses to all requests except the feed, in order. */
let answers: (() => Response | Promise<Response>)[]
let tell: (run: string, seq: number, type: string, more?: Record<string, unknown>) => void

const ORDER = { verb: 'images', values: { prompt: 'A fox' } }
const LEFT = { application_id: 'a', remaining_amount: 5, spendable_amount: 6.5 }
const taken = () => Response.json({ task_id: 't1' })
const answer = (value: unknown) => (): Response => Response.json(value)
const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const refusal = (code: ProblemCode) => (): Response =>
  Response.json(problemBody(new Problem(code), 'No.', 'x'), { status: 400 })
const shown = (): string[] =>
  currentTaskList().items.map(({ id, state, progress }) =>
    `${id} ${state} ${progress ?? ''}`.trim()
  )

function feed(signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        tell = (run_id, seq, type, more = {}) => {
          const data = JSON.stringify({ run_id, service: 'flux', seq, type, ...more })
          controller.enqueue(encoder.encode(`id: s.${run_id}:${seq}\ndata: ${data}\n\n`))
        }
        tell('', 0, 'ready')
        signal.addEventListener('abort', () => controller.error(signal.reason))
      }
    })
  )
}

beforeEach(() => {
  sent = []
  answers = []
  bindHub({
    locale: 'en',
    origin: 'https://studio.example',
    hosts: { api: 'https://api.example', platform: 'https://platform.example' },
    user: { id: `g${++people}` }
  } as HubInfo)
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  setSelection(flux, { application: 'a', credential: 'pm_a', host: 'https://studio.example' })
  vi.stubGlobal(
    'fetch',
    async (
      url: string,
      init: { body?: string; headers: Record<string, string>; signal: AbortSignal }
    ) => {
      if (url.includes('/events')) return feed(init.signal)
      const body = JSON.parse(init.body ?? '{}') as Record<string, unknown>
      sent.push({ path: new URL(url).pathname, body, key: init.headers['idempotency-key'] })
      return (answers.shift() ?? offline)()
    }
  )
})
afterEach(() => {
  dispatchEvent(new Event('pagehide'))
  resetAll()
})

describe('a run', () => {
  test('appears on the shelf immediately and shows its progress and result', async () => {
    answers = [taken]
    expect(await startToolTask(flux, ORDER)).toBeNull()
    expect(sent[0]).toMatchObject({ path: '/flux/images', body: { prompt: 'A fox', async: true } })
    expect(shown()).toEqual(['t1 queued 0'])
    await vi.waitFor(() => expect(tell).toBeTypeOf('function'))
    tell('t1', 1, 'start')
    tell('t1', 2, 'progress', { progress: 40 })
    await vi.waitFor(() => expect(shown()).toEqual(['t1 running 40']))
    tell('t1', 3, 'done', { task: task('t1', 1, { progress: 100 }), balance: LEFT })
    await vi.waitFor(() => expect(shown()).toEqual(['t1 succeeded 100']))
    expect($balance.get()).toEqual({ service: 'flux', credits: 6.5 })
    expect(sent.map(({ path }) => path)).toEqual(['/flux/images'])
  })

  test('is not shown when refused, and the reason is returned', async () => {
    answers = [refusal('used_up')]
    expect(await startToolTask(flux, ORDER)).toMatchObject({ code: 'used_up', sentence: 'No.' })
    expect(shown()).toEqual([])
  })

  test('has the price of the page, and a refusal that names another one changes it', async () => {
    const issues = [{ field: 'max_price', code: 'price_changed', price: 1.2 }]
    const changed = new Problem('bad_request', { issues })
    const { priceOf } = toolPrices({
      service: flux,
      hub: { locale: 'en' },
      t: createTranslate(field, 'en')
    })
    const shownPrice = (): string => priceOf(ORDER.verb, { prompt: 'A hare' })
    expect(shownPrice()).toBe('0.4 credits')
    answers = [() => Response.json(problemBody(changed, 'No.', 'x'), { status: 400 }), taken]
    expect(await startToolTask(flux, ORDER)).toMatchObject({
      code: 'price_changed',
      sentence: 'No.'
    })
    expect(shownPrice()).toBe('1.2 credits')
    expect(priceOf(ORDER.verb, { model: 'flux-3' })).toBe('0.8 credits')
    expect(await startToolTask(flux, ORDER)).toBeNull()
    expect(sent.map(({ body }) => body['max_price'])).toEqual([0.4, 1.2])
  })

  test('names no price that depends on the length of a file', async () => {
    answers = [taken]
    setSelection(transcribe, {
      application: 'a',
      credential: 'pm_a',
      host: 'https://studio.example'
    })
    const [verb = ''] = Object.keys(transcribe.actions ?? {})
    await startToolTask(transcribe, { verb, values: { audio_url: 'https://a.example/a.mp3' } })
    expect(sent[0]?.body).not.toHaveProperty('max_price')
  })

  test('keeps its idempotency key after a network failure, and the next run gets another one', async () => {
    answers = [offline, offline, taken, taken]
    expect(await startToolTask(flux, ORDER)).toMatchObject({ detail: 'offline' })
    await startToolTask(flux, ORDER)
    await startToolTask(flux, ORDER)
    await startToolTask(flux, ORDER)
    const [first, ...others] = new Set(sent.map(({ key }) => key))
    expect(first).toBeTypeOf('string')
    expect(others).toHaveLength(1)
    expect(sent.at(-1)?.key).toBe(others[0])
  })
})

test('a run that another tab started is shown', async () => {
  const forget = watchTasks(flux)
  await vi.waitFor(() => expect(tell).toBeTypeOf('function'))
  tell('other', 1, 'start', { task: task('other', 5, { state: 'running', progress: 10 }) })
  await vi.waitFor(() => expect(shown()).toEqual(['other running 10']))
  tell('other', 2, 'error', { task: task('other', 5, { state: 'failed', progress: 10 }) })
  await vi.waitFor(() => expect(shown()).toEqual(['other failed 10']))
  expect(sent).toEqual([])
  forget()
})

test('a run that was deleted elsewhere before it ended is removed', async () => {
  putTasks([task('a', 1, { state: 'running' })])
  const forget = watchTasks(flux)
  await vi.waitFor(() => expect(tell).toBeTypeOf('function'))
  tell('a', 1, 'start', { task: task('a', 1, { state: 'running' }) })
  tell('a', 2, 'error')
  await vi.waitFor(() => expect(shown()).toEqual([]))
  forget()
})

test('the plans are loaded again once the paying one is empty', async () => {
  const forget = watchTasks(flux)
  answers = [answer({ items: [], count: 0 })]
  await vi.waitFor(() => expect(tell).toBeTypeOf('function'))
  tell('a', 1, 'start', { task: task('a', 1), balance: { ...LEFT, remaining_amount: 0 } })
  await vi.waitFor(() => expect(sent[0]?.path).toBe('/api/v1/applications/'))
  forget()
})

test('loads older tasks after the last one until there are none', async () => {
  putTasks([task('c', 3)], 'more')
  answers = [answer({ items: [task('c', 3), task('b', 2)], count: 2 })]
  await loadOlderTasks(flux)
  expect(sent[0]?.body).toMatchObject({ action: 'retrieve_batch', created_at_max: 3 })
  expect(shown()).toEqual(['c succeeded', 'b succeeded'])
  expect(currentTaskList().rest).toBe('none')
  await loadOlderTasks(flux)
  expect(sent).toHaveLength(1)
})

test('a failed load of older tasks is marked as failed', async () => {
  putTasks([task('c', 3)], 'more')
  await loadOlderTasks(flux)
  expect(currentTaskList().rest).toBe('failed')
})

test('cancels a task and deletes it permanently', async () => {
  putTasks([task('a', 1, { state: 'running' })])
  answers = [
    answer({}),
    answer(task('a', 1, { state: 'cancelled' })),
    answer({}),
    refusal('not_found')
  ]
  expect(await cancelToolTask(flux, 'a')).toBeNull()
  expect(shown()).toEqual(['a cancelled'])
  expect(await deleteToolTask(flux, 'a')).toBeNull()
  expect(shown()).toEqual([])
  // The task was deleted elsewhere meanwhile.
  putTasks([task('a', 1)])
  expect(await deleteToolTask(flux, 'a')).toBeNull()
  expect(shown()).toEqual([])
})
