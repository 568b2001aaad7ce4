import { expect, test } from 'vitest'
import { meteredFetch, type Meter } from '#servers/lib/meter.ts'

function counted(): { meter: Meter; calls: string[] } {
  const calls: string[] = []
  const vendorCalled: Meter['vendorCalled'] = (vendor, outcome) =>
    calls.push(`${vendor} ${outcome}`)
  return { meter: { vendorCalled } as Partial<Meter> as Meter, calls }
}

test.each([
  [200, 'ok'],
  [302, 'ok'],
  [400, 'refused'],
  [429, 'busy'],
  [500, 'failed'],
  [503, 'busy']
])('a call that answers %i counts as %s', async (status, outcome) => {
  const { meter, calls } = counted()
  const fetch = meteredFetch(meter, 'fal', async () => new Response(null, { status }))
  expect((await fetch('https://fal.example')).status).toBe(status)
  expect(calls).toEqual([`fal ${outcome}`])
})

test.each([
  [undefined, 'unreachable'],
  [new DOMException('over', 'TimeoutError'), 'timeout'],
  [new Error('the user cancelled'), 'stopped']
])('a call that fails by %s counts as %s', async (reason, outcome) => {
  const { meter, calls } = counted()
  const control = new AbortController()
  const fetch = meteredFetch(meter, 'fal', async () => {
    if (reason !== undefined) control.abort(reason)
    throw new TypeError('fetch failed')
  })
  await expect(fetch('https://fal.example', { signal: control.signal })).rejects.toThrow('failed')
  expect(calls).toEqual([`fal ${outcome}`])
})

test('without a meter, the fetch stays the same function', () => {
  expect(meteredFetch(undefined, 'fal', globalThis.fetch)).toBe(globalThis.fetch)
})
