import { expect, test, vi } from 'vitest'
import { createIdempotencyKeys, randomKey } from '#client/call-keys.ts'

test('calls with the same content get the same key, others get a new one', () => {
  const keys = createIdempotencyKeys()
  const first = keys.keyFor({ question: 'a' })
  expect(keys.keyFor({ question: 'a' })).toBe(first)
  expect(keys.keyFor({ question: 'b' })).not.toBe(first)
})

test('a call after a reset gets a new key', () => {
  const keys = createIdempotencyKeys()
  const first = keys.keyFor('a')
  keys.reset()
  expect(keys.keyFor('a')).not.toBe(first)
})

test('a key can be created on a page without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: (values: Uint32Array) => values.fill(7) })
  expect(randomKey()).toBe('7-7-7-7')
})
