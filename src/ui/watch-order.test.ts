import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveOrders } from '#ui/watch-order.ts'

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
  Object.assign(element.dataset, { watch: '/console/orders/1/state', state: 'Pending', payment, until })
  document.body.append(element)
  improveOrders(document)
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T00:00:00Z') })
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
})

test('a page is loaded anew as soon as its order is in another state, once', async () => {
  const fetch = answers('Pending', 'Pending', 'Finished')
  page('2026-11-23T00:00:00Z')
  await seconds(7)
  expect(reload).not.toHaveBeenCalled()
  await seconds(60)
  expect([reload.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 3])
})

test('a page whose payment was closed for another one in another tab shows that one', async () => {
  answers('Pending', { state: 'Pending', payment: 'p2' })
  page('2026-11-23T00:00:00Z')
  await seconds(4)
  expect(reload).not.toHaveBeenCalled()
  await seconds(3)
  expect(reload).toHaveBeenCalledOnce()
})

test('so does one on which no payment was begun yet, and none that stays as it is', async () => {
  const order = { state: 'Pending', payment: '' }
  answers(order, order, { ...order, payment: 'p1' })
  page('2026-11-23T00:00:00Z', '')
  await seconds(7)
  expect(reload).not.toHaveBeenCalled()
  await seconds(3)
  expect(reload).toHaveBeenCalledOnce()
})

test('where nothing can be had it asks less and less often', async () => {
  const fetch = answers(502)
  page('2026-11-23T00:00:00Z')
  await seconds(90)
  expect(fetch.mock.calls.length).toBeLessThan(7)
  expect(reload).not.toHaveBeenCalled()
})

test('it stops after the deadline', async () => {
  const fetch = answers('Pending')
  page('2026-11-22T00:00:30Z')
  await seconds(600)
  const asked = fetch.mock.calls.length
  await seconds(600)
  expect([fetch.mock.calls.length, asked < 25]).toEqual([asked, true])
})
