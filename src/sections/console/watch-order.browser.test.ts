import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FeedEvent } from '#client/feed.ts'
import { improveOrders } from '#sections/console/watch-order.browser.ts'

const watchers = vi.hoisted(() => new Set<(event: FeedEvent) => void>())
vi.mock('#stores/person-feed.ts', () => ({
  userFeed: () => ({
    watch: (listener: (event: FeedEvent) => void) => watchers.add(listener),
    start: () => undefined
  })
}))

type Told = { state: string; payment: string }

const answers = (...states: (string | Told | number)[]) => {
  const fetch = vi.fn(async () => {
    const next = states.length > 1 ? states.shift() : states[0]
    if (typeof next === 'number') return new Response(null, { status: next })
    return Response.json(typeof next === 'string' ? { state: next, payment: 'p1' } : next)
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const reload = vi.fn()
const page = (until: string, payment = 'p1'): void => {
  document.body.replaceChildren()
  const element = document.createElement('div')
  Object.assign(element.dataset, {
    watch: '/console/orders/1/state',
    state: 'Pending',
    payment,
    until,
    hub: '{"user":{"id":"ada"}}'
  })
  document.body.append(element)
  improveOrders(document)
}
const tell = async (type: string, of: string[] = []): Promise<void> => {
  for (const watcher of watchers)
    watcher({ cursor: '', type, run: '', seq: 0, service: '', data: { of } })
  await vi.advanceTimersByTimeAsync(1)
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T00:00:00Z') })
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  watchers.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
})

test('the page reloads only after the feed reports orders and its own has changed', async () => {
  const fetch = answers('Pending', 'Finished')
  page('2026-11-23T00:00:00Z')
  await seconds(3600)
  await tell('changed', ['applications'])
  expect(fetch).not.toHaveBeenCalled()
  await tell('changed', ['orders'])
  expect([fetch.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  await tell('changed', ['orders'])
  expect([fetch.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1])
})

test('a restarted feed may have missed a change, so the page checks its order', async () => {
  answers('Finished')
  page('2026-11-23T00:00:00Z')
  await tell('ready')
  expect(reload).toHaveBeenCalledOnce()
})

test('the page reloads when another tab has replaced its payment', async () => {
  answers({ state: 'Pending', payment: 'p2' })
  page('2026-11-23T00:00:00Z')
  await tell('changed', ['orders'])
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that sends a form does not reload until the user comes back to it', async () => {
  answers({ state: 'Pending', payment: 'p2' })
  page('2026-11-23T00:00:00Z')
  dispatchEvent(new Event('submit'))
  await tell('changed', ['orders'])
  expect(reload).not.toHaveBeenCalled()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await seconds(1)
  expect(reload).toHaveBeenCalled()
})

test('a failed request changes nothing, and an expired order is checked once more', async () => {
  const fetch = answers(502, 'Expired')
  page('2026-11-22T00:01:00Z')
  await tell('changed', ['orders'])
  expect(reload).not.toHaveBeenCalled()
  await seconds(120)
  expect([fetch.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1])
})
