import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endedRuns,
  openFeedWorld,
  readFeed,
  type FeedEvent,
  type FeedWorld
} from '../support/http-feed.ts'
import { seeded } from '../support/seeded.ts'
import { person } from '../support/studio.ts'

let world: FeedWorld
beforeAll(async () => {
  world = await openFeedWorld()
})
afterAll(() => world.close())

test('a reader that reconnects at random bytes to two processes gets each event once', async () => {
  const random = seeded(7)
  const received = await readFeed(
    await world.openFeed(world.studio, ''),
    events => events.length > 0
  )
  expect(received[0]?.type).toBe('ready')
  const asked = await Promise.all(
    [1, 2, 3].map(index => world.ask(`tides ${index} [sandbox:tokens=2400]`))
  )
  const all = (more: readonly FeedEvent[] = []): boolean => {
    const known = new Set(endedRuns([...received, ...more]))
    return asked.length === 7 && asked.every(({ run_id }) => known.has(run_id))
  }
  for (let cut = 0; !all(); cut++) {
    if (cut > 3 && cut < 8) {
      // This run begins and ends while the reader is disconnected, on either process.
      const away = await world.ask(
        `storm ${cut} [sandbox:tokens=30]`,
        world.ada,
        cut % 2 === 0 ? world.studio : world.other
      )
      await world.waitForEnd(away.run_id)
      asked.push(away)
    }
    const limit = Math.ceil(random() * 12_000)
    const feed = await world.openFeed(
      cut % 2 === 0 ? world.other : world.studio,
      received.at(-1)?.cursor ?? ''
    )
    const more = await readFeed(
      feed,
      (events, bytes) => bytes >= limit || all(events),
      random() < 0.5
    )
    received.push(...more.filter(({ type }) => type !== 'ready'))
  }
  expect(asked).toHaveLength(7)
  await world.expectOnce(received, asked)
})

test('a listed run that starts and ends while the reader is away is delivered', async () => {
  const eve = await person(world.studio)
  const asked = await world.ask('tides [sandbox:delay=600] [sandbox:tokens=20]', eve)
  const first = await readFeed(
    await world.openFeed(world.studio, '', eve),
    events => events.length > 0
  )
  expect(first[0]?.cursor).toContain(`${asked.run_id}:0`)
  await world.waitForEnd(asked.run_id)
  // Make the run old, so that only the reader's cursor, which lists the run, can bring it back.
  await world.studio.context.database.db
    .updateTable('run')
    .set({ created_at: 1 })
    .where('id', '=', asked.run_id)
    .execute()
  await world.expectOnce(
    await readFeed(
      await world.openFeed(world.other, first[0]?.cursor ?? '', eve),
      events => endedRuns(events).length === 1
    ),
    [asked],
    eve
  )
})

test('a cursor that names a run continues from its event, and a deleted run is reported as gone', async () => {
  const asked = await world.ask('tides [sandbox:tokens=60]')
  await world.waitForEnd(asked.run_id)
  const whole = (
    await readFeed(await world.openFeed(world.studio, `.${asked.run_id}:0`), events =>
      endedRuns(events).includes(asked.run_id)
    )
  ).filter(({ run_id }) => run_id === asked.run_id)
  await world.expectOnce(whole, [asked])
  const rest = await readFeed(await world.openFeed(world.studio, `.${asked.run_id}:3`), events =>
    endedRuns(events).includes(asked.run_id)
  )
  expect(rest.filter(({ run_id }) => run_id === asked.run_id).map(({ seq }) => seq)).toEqual(
    whole.slice(3).map(({ seq }) => seq)
  )
  await world.studio.context.database.db
    .deleteFrom('event')
    .where('run_id', '=', asked.run_id)
    .execute()
  const gone = await readFeed(await world.openFeed(world.studio, `.${asked.run_id}:3`), events =>
    events.some(({ type }) => type === 'gone')
  )
  expect(gone.find(({ type }) => type === 'gone')?.run_id).toBe(asked.run_id)
})

test('more runs than a feed follows at once are all delivered, and the cursor fits an address', async () => {
  const eve = await person(world.studio)
  const asked = await world.ask('one [sandbox:tokens=1]', eve)
  const [start] = await readFeed(
    await world.openFeed(world.studio, `.${asked.run_id}:0`, eve),
    events => endedRuns(events).length === 1
  )
  const { db } = world.studio.context.database
  const run = await db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', asked.run_id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 130 }, (_, index) => ({
    ...run,
    id: `copy-${run.id.slice(0, 8)}-${index}`,
    created_at: run.created_at + index
  }))
  const events = copies.flatMap(({ id }) =>
    ['start', 'text_delta', 'done'].map((type, index) => ({
      run_id: id,
      seq: index + 1,
      data: JSON.stringify({ type }),
      created_at: 1
    }))
  )
  await db.insertInto('run').values(copies).execute()
  await db.insertInto('event').values(events).execute()
  const received: FeedEvent[] = []
  const all = (more: readonly FeedEvent[] = []): boolean =>
    new Set(endedRuns([...received, ...more])).size === 131
  for (let cut = 0; !all(); cut++) {
    const feed = await world.openFeed(
      cut % 2 === 0 ? world.studio : world.other,
      received.at(-1)?.cursor ?? start?.cursor ?? '',
      eve
    )
    received.push(
      ...(await readFeed(feed, (more, bytes) => bytes > 90_000 || all(more), cut % 3 > 0)).filter(
        ({ type }) => type !== 'ready'
      )
    )
  }
  expect(Math.max(...received.map(({ cursor }) => cursor.length))).toBeLessThan(8000)
  for (const { id } of copies)
    expect(received.filter(({ run_id }) => run_id === id).map(({ seq }) => seq)).toEqual([1, 2, 3])
})
