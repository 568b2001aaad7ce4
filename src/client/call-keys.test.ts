import { expect, test, vi } from 'vitest'
import { createCallKeys, randomKey } from '#client/call-keys.ts'

test('repeats the key of the same content, and takes a new one for another', () => {
  const keys = createCallKeys()
  const first = keys.keyFor({ question: 'a' })
  expect(keys.keyFor({ question: 'a' })).toBe(first)
  expect(keys.keyFor({ question: 'b' })).not.toBe(first)
})

test('takes a new key after a reset', () => {
  const keys = createCallKeys()
  const first = keys.keyFor('a')
  keys.reset()
  expect(keys.keyFor('a')).not.toBe(first)
})

test('needs no secure context', () => {
  vi.stubGlobal('crypto', { getRandomValues: (values: Uint32Array) => values.fill(7) })
  expect(randomKey()).toBe('7-7-7-7')
})
