import { expect, test } from 'vitest'
import { createTurnScheduler } from '#media/turns.ts'

/** Serves the jobs of a line one after the other, and returns their users in that order. */
function order(line: string[], served: readonly string[] = []): string {
  const turns = createTurnScheduler()
  const left = [...line]
  return line.map(() => left.splice(turns.next(left, served), 1)[0] ?? '').join('')
}

test('users take turns, however many jobs each has in line', () => {
  expect(order([...'aaaab'])).toBe('abaaa')
  expect(order([...'aaabbc'])).toBe('abcaba')
  expect(order([...'abc'])).toBe('abc')
})

test('a user with a running job waits for users without one', () => {
  expect(order([...'aab'], ['a'])).toBe('baa')
})

test('a user who has left the line returns as a new one', () => {
  const turns = createTurnScheduler()
  turns.next(['a'], [])
  turns.next(['b'], [])
  expect(turns.next(['a', 'b'], [])).toBe(0)
})
