import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { insertEvents, type RunEvent } from '#servers/runs/event-rows.ts'
import { followRun } from '#servers/runs/follow.ts'
import { Listeners } from '#servers/runs/listeners.ts'

let context: TestContext
let listeners: Listeners<[event?: RunEvent]>
beforeEach(async () => {
  context = await freshContext()
  listeners = new Listeners()
})
afterEach(() => context.close())

const event = (seq: number, type = 'text'): RunEvent => ({ seq, data: { type } })
const write = (...events: RunEvent[]): Promise<void> =>
  insertEvents(
    context.database.db,
    events.map(each => ({ ...each, run_id: 'r1', at: 0 })),
    0
  )

/** Reads a run of this process to its last event. */
async function read(hasNews = true): Promise<number[]> {
  const seen: number[] = []
  for await (const { seq } of followRun({
    db: context.database.db,
    listeners,
    isLocal: () => true,
    hasNews: () => hasNews,
    runId: 'r1',
    after: 0,
    signal: new AbortController().signal
  }))
    seen.push(seq)
  return seen
}

test('an event that is missing in memory comes from the database', async () => {
  const reading = read(false)
  await write(event(1), event(2), event(3, 'done'))
  listeners.call('r1', event(1))
  listeners.call('r1', event(3, 'done'))
  expect(await reading).toEqual([1, 2, 3])
})

test('an event lost in the database does not block the reader or the process', async () => {
  await write(event(1), event(3), event(4, 'done'))
  let turns = 0
  const clock = setInterval(() => (turns += 1), 10)
  expect(await read()).toEqual([1, 3, 4])
  clearInterval(clock)
  expect(turns).toBeGreaterThan(3)
})
