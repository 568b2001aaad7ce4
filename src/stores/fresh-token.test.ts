import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServers, type Sent } from '../../tests/support/hub-fakes.ts'
import { keepTokenFresh } from '#stores/fresh-token.ts'
import { resetAll } from '#stores/persisted.ts'
import { $token } from '#stores/token.ts'

const HOUR = 3_600_000
let sent: Sent[]
let end = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  sent = fakeServers({}).sent
})
afterEach(() => {
  end()
  vi.useRealTimers()
  resetAll()
})

test('renews the token repeatedly before it expires, until the page is left', async () => {
  $token.set({ access: 'old', expiration: Date.now() + HOUR })
  end = keepTokenFresh()
  await vi.advanceTimersByTimeAsync(HOUR - 31_000)
  expect(sent).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent.map(({ call }) => call)).toEqual(['POST /auth/session'])
  expect($token.get()).toEqual({ access: 'access', expiration: expect.any(Number) })
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(sent).toHaveLength(2)
  end()
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(sent).toHaveLength(2)
})

test('renews nothing without a token', async () => {
  end = keepTokenFresh()
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(sent).toEqual([])
})

test('pauses between renewals of a token with a very short lifetime', async () => {
  $token.set({ access: 'old', expiration: Date.now() + 1000 })
  fakeServers({
    'POST /auth/session': () =>
      Response.json({ access_token: 'short', expires_in: 1, user: { id: 'u1' } })
  })
  const asked = vi.spyOn(globalThis, 'fetch')
  end = keepTokenFresh()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(12)
})
