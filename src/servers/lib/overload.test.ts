import { expect, test } from 'vitest'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import { overloadProblem, watchOverload } from '#servers/lib/overload.ts'

const database = (waiting: number) => ({
  load: () => ({ most: 1, open: 1, idle: 0, waiting })
})
const IDLE = database(0)

const QUICK = { every: 10, looks: 3, late: 100, row: 2 }

/** Keeps the event loop busy, as too much work does. @param milliseconds */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a process is overloaded while its event loop is late several times in a row', async () => {
  const isOverloaded = watchOverload(IDLE, QUICK)
  expect(isOverloaded()).toBe(false)
  const busy = setInterval(() => block(150), 1)
  await expect.poll(isOverloaded, { interval: 5, timeout: 60_000 }).toBe(true)
  clearInterval(busy)
  await expect.poll(isOverloaded, { timeout: 60_000 }).toBe(false)
})

test('a short peak is no overload', async () => {
  const isOverloaded = watchOverload(IDLE, QUICK)
  const seen: boolean[] = []
  for (let turns = 0; turns < 20; turns++) {
    if (turns === 5) block(300)
    await new Promise(resolve => setTimeout(resolve, 5))
    seen.push(isOverloaded())
  }
  expect(seen).not.toContain(true)
})

test('a process is overloaded while much work waits for its database', () => {
  expect(watchOverload(database(200))()).toBe(false)
  expect(watchOverload(database(201))()).toBe(true)
})

test('refused callers learn when to try again', () => {
  expect(overloadProblem()).toMatchObject({ status: 429, retryAfter: 5 })
})

test('refused callers read that the site is busy, not that they asked too often', () => {
  expect(problemSentenceKey(overloadProblem())).toBe('problem.busy')
})
