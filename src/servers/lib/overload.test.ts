import { expect, test } from 'vitest'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import { overloadProblem, watchOverload } from '#servers/lib/overload.ts'

const QUICK = { every: 10, looks: 3, late: 100, row: 2 }

/** Keeps the event loop busy, as too much work does. @param milliseconds */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a process is overloaded while its event loop is late several times in a row', async () => {
  const isOverloaded = watchOverload(QUICK)
  expect(isOverloaded()).toBe(false)
  const busy = setInterval(() => block(150), 1)
  await expect.poll(isOverloaded, { interval: 5, timeout: 60_000 }).toBe(true)
  clearInterval(busy)
  await expect.poll(isOverloaded, { timeout: 60_000 }).toBe(false)
})

test('a short peak is no overload', async () => {
  const isOverloaded = watchOverload(QUICK)
  const seen: boolean[] = []
  for (let turns = 0; turns < 20; turns++) {
    if (turns === 5) block(300)
    await new Promise(resolve => setTimeout(resolve, 5))
    seen.push(isOverloaded())
  }
  expect(seen).not.toContain(true)
})

test('refused callers learn when to try again', () => {
  expect(overloadProblem()).toMatchObject({ status: 429, retryAfter: 5 })
})

test('refused callers read that the site is busy, not that they asked too often', () => {
  expect(problemSentenceKey(overloadProblem())).toBe('problem.busy')
})
