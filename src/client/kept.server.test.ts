import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimedCache } from '#client/kept.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many readers share one load until the value expires', async () => {
  const load = vi.fn(() => Promise.resolve(7))
  const keep = createTimedCache<number>(60)
  expect(await Promise.all([keep('a', load), keep('a', load), keep('b', load)])).toEqual([7, 7, 7])
  expect(load).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(59_999)
  await keep('a', load)
  expect(load).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  await keep('a', load)
  expect(load).toHaveBeenCalledTimes(3)
})

test('null and a failure are not cached', async () => {
  const answers = [
    Promise.resolve(null),
    Promise.reject<number>(new Error('away')),
    Promise.resolve(7)
  ]
  const load = (): Promise<number | null> => answers.shift() ?? Promise.resolve(0)
  const keep = createTimedCache<number>(60)
  expect(await keep('a', load)).toBeNull()
  await expect(keep('a', load)).rejects.toThrow('away')
  expect([await keep('a', load), await keep('a', load)]).toEqual([7, 7])
})
