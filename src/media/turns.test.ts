import { expect, test } from 'vitest'
import { createTurns } from '#media/turns.ts'

/** Serves a line one by one, each done before the next. */
function order(line: string[], served: readonly string[] = []): string {
  const turns = createTurns()
  const left = [...line]
  return line.map(() => left.splice(turns.next(left, served), 1)[0] ?? '').join('')
}

test('people take turns, whoever stands in the line how often', () => {
  expect(order([...'aaaab'])).toBe('abaaa')
  expect(order([...'aaabbc'])).toBe('abcaba')
  expect(order([...'abc'])).toBe('abc')
})

test('who is being served waits for those who are not', () => {
  expect(order([...'aab'], ['a'])).toBe('baa')
})

test('who has gone and comes again is a stranger', () => {
  const turns = createTurns()
  turns.next(['a'], [])
  turns.next(['b'], [])
  expect(turns.next(['a', 'b'], [])).toBe(0)
})
