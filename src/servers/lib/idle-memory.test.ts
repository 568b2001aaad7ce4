import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleMemory } from '#servers/lib/idle-memory.ts'

const MB = 1024 * 1024
let heap = 0
const collect = vi.fn(() => void (heap = 90 * MB))

beforeEach(() => {
  vi.useFakeTimers()
  heap = 150 * MB
  collect.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('garbage is collected five seconds after the last request, and again after new growth', () => {
  const memory = createIdleMemory(collect, () => heap)
  memory.note()
  vi.advanceTimersByTime(4000)
  memory.note()
  vi.advanceTimersByTime(4999)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(collect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  heap = 100 * MB
  memory.note()
  vi.advanceTimersByTime(5000)
  expect(collect).toHaveBeenCalledTimes(1)
  heap = 130 * MB
  memory.note()
  vi.advanceTimersByTime(5000)
  expect(collect).toHaveBeenCalledTimes(2)
})

test('nothing is collected after the end, or where Node does not offer it', () => {
  const memory = createIdleMemory(collect, () => heap)
  memory.note()
  memory.stop()
  const without = createIdleMemory(undefined, () => heap)
  without.note()
  vi.advanceTimersByTime(5000)
  expect(collect).not.toHaveBeenCalled()
})
