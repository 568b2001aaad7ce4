import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { FULL_DOSE } from './support/dose.ts'
import { closeCalls } from './support/scale/call.ts'
import { startCluster, type Cluster } from './support/scale/cluster.ts'
import { followFeed } from './support/scale/follow-feed.ts'
import { startLoad, type Load } from './support/scale/load.ts'
import { seeded } from './support/seeded.ts'

let cluster: Cluster
afterEach(async () => {
  closeCalls()
  await cluster.stop()
})

/** Milliseconds between two kills, and for how long processes are killed. */
const [EVERY, KILLING] = [5000, FULL_DOSE ? 120_000 : 10_000]

/** Waits until no run is open. */
async function settle({ database }: Cluster): Promise<void> {
  await expect
    .poll(
      () =>
        database.db
          .selectFrom('run')
          .select('id')
          .where('state', 'in', ['queued', 'running'])
          .execute(),
      { timeout: 90_000, interval: 200 }
    )
    .toEqual([])
}

/** Expects one run and one receipt for each key, and sums that agree. */
async function expectBooks({ database }: Cluster, { keys }: Load): Promise<void> {
  const runs = await database.db.selectFrom('run').select(['id', 'state']).execute()
  const once = await database.db.selectFrom('idempotency').select(['key', 'run_id']).execute()
  expect(runs).toHaveLength(new Set(once.map(({ run_id }) => run_id)).size)
  expect(once.length).toBeLessThanOrEqual(keys.length)
  const receipts = await database.db
    .selectFrom('ledger')
    .select(['reference'])
    .where('kind', 'in', ['settle', 'release'])
    .execute()
  expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(receipts.length)
  expect((await checkLedger(database, { now: Date.now() + 3_600_000 })).disagreements).toEqual([])
}

test('a rolling restart under load fails no request and loses no event', async () => {
  cluster = await startCluster({}, 3)
  const feeds = cluster.people.map(({ credential }) => followFeed(cluster, credential.token))
  const load = startLoad(cluster, { chats: 6, tasks: 1, pages: 3, seed: 5, patient: false })
  for (const index of [0, 1, 2]) {
    await wait(3000)
    expect(await cluster.end(index, 'SIGTERM')).toBe(0)
    await cluster.start(index)
  }
  await load.stop()
  await settle(cluster)
  process.stdout.write(cluster.proxyErrors().join('\n'))
  expect(load.failures).toEqual([])
  expect([load.cut, load.repeated]).toEqual([0, 0])
  await expectBooks(cluster, load)
  const runs = await cluster.database.db.selectFrom('run').select('id').execute()
  await expect.poll(() => feeds.reduce((sum, { ended }) => sum + ended.size, 0)).toBe(runs.length)
  for (const feed of feeds) await feed.stop()
  expect(feeds.flatMap(({ failures }) => failures)).toEqual([])
  expect(feeds.every(({ returns }) => returns > 0)).toBe(true)
  process.stdout.write(`${JSON.stringify({ ...load.done, returns: feeds.map(f => f.returns) })}\n`)
})

test('processes that are killed again and again lose and double nothing', async () => {
  cluster = await startCluster({}, 3)
  const random = seeded(11)
  const feeds = cluster.people.map(({ credential }) => followFeed(cluster, credential.token))
  const load = startLoad(cluster, { chats: 6, tasks: 1, pages: 3, seed: 6, patient: true })
  let kills = 0
  for (const until = Date.now() + KILLING; Date.now() < until; kills++) {
    await wait(EVERY)
    const index = Math.floor(random() * 3)
    await cluster.end(index, 'SIGKILL')
    await cluster.start(index)
  }
  await load.stop()
  await settle(cluster)
  expect(load.failures).toEqual([])
  await expectBooks(cluster, load)
  const runs = await cluster.database.db.selectFrom('run').select('id').execute()
  await expect.poll(() => feeds.reduce((sum, { ended }) => sum + ended.size, 0)).toBe(runs.length)
  for (const feed of feeds) await feed.stop()
  expect(feeds.flatMap(({ failures }) => failures)).toEqual([])
  process.stdout.write(
    `${JSON.stringify({ kills, ...load.done, cut: load.cut, repeated: load.repeated, returns: feeds.map(f => f.returns) })}\n`
  )
})
