import { expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import { createKeyRing } from '#servers/api/services/key-ring.ts'

function open(keys = ['one', 'two', 'three']) {
  const clock = { time: 1000, now: () => clock.time }
  const asked: string[] = []
  const passed: Problem[] = []
  const ring = createKeyRing(keys, clock, problem => void passed.push(problem))
  const refusing = (refused: Record<string, Problem>) =>
    ring.attempt(async key => {
      asked.push(key)
      const problem = refused[key]
      if (problem !== undefined) throw problem
      return key
    })
  return { clock, asked, passed, ring, refusing }
}

test('when a vendor refuses a key, the next one is used and the first one rests', async () => {
  const { asked, refusing, clock } = open()
  const busy = new AccountProblem('busy', { retryAfter: 7 })
  await expect(refusing({ one: busy })).resolves.toBe('two')
  await refusing({})
  expect(asked).toEqual(['one', 'two', 'two'])
  clock.time += 7000
  await expect(refusing({})).resolves.toBe('one')
})

test('a refused key is reported when another one is tried, and the last refusal is thrown', async () => {
  const { passed, refusing } = open(['one', 'two'])
  const [first, last] = [new AccountProblem('api_error'), new AccountProblem('busy')]
  await expect(refusing({ one: first, two: last })).rejects.toBe(last)
  expect(passed).toEqual([first])
})

test('a busy key is reported before an invalid one, since waiting may help', async () => {
  for (const keys of [
    ['one', 'two'],
    ['two', 'one']
  ]) {
    const problems = { one: new AccountProblem('busy'), two: new AccountProblem('api_error') }
    await expect(open(keys).refusing(problems)).rejects.toBe(problems.one)
  }
})

test('when a vendor refuses the work itself, no other key is tried', async () => {
  const { asked, refusing } = open()
  await expect(refusing({ one: new Problem('forbidden') })).rejects.toMatchObject({
    code: 'forbidden'
  })
  expect(asked).toEqual(['one'])
})

test('when all keys rest, the one with the shortest rest is used first', async () => {
  const { asked, refusing } = open(['one', 'two'])
  const problems = {
    one: new AccountProblem('api_error'),
    two: new AccountProblem('busy', { retryAfter: 1 })
  }
  await expect(refusing(problems)).rejects.toMatchObject({ code: 'busy' })
  await expect(refusing({})).resolves.toBe('two')
  expect(asked).toEqual(['one', 'two', 'two'])
})

test('a key is found again by its id, which does not reveal it', () => {
  const { ring } = open()
  expect(ring.keyOf(ring.idOf('two'))).toBe('two')
  expect(ring.idOf('two')).not.toContain('two')
  expect(ring.keyOf('gone')).toBe('one')
})
