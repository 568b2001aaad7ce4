import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { FULL_DOSE } from './support/dose.ts'
import { longTest } from './support/long-test.ts'
import { startOpenaiServer } from './support/openai-server.ts'
import { closeCalls, readText, send } from './support/scale/call.ts'
import { startCluster, type Cluster } from './support/scale/cluster.ts'
import { followFeed } from './support/scale/follow-feed.ts'
import { startLoad, type Load } from './support/scale/load.ts'
import { findChangedAnswers } from './support/key-history.ts'
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

/** Expects one run or order and one receipt for each key, the same answers, and sums that agree. */
async function expectBooks({ database }: Cluster, { keys, answers }: Load): Promise<void> {
  expect(findChangedAnswers(answers)).toEqual([])
  const orders = await database.db.selectFrom('order').select('id').where('price', '>', 0).execute()
  const ordered = new Set(answers.map(({ key }) => key).filter(key => !keys.includes(key)))
  expect(orders).toHaveLength(ordered.size)
  const runs = await database.db.selectFrom('run').select(['id', 'state']).execute()
  const once = await database.db
    .selectFrom('idempotency')
    .select(['key', 'run_id'])
    .where('run_id', 'is not', null)
    .execute()
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

/** Sends a request to one process, with the address that the user sees. */
function sendTo(
  index: number,
  part: keyof Cluster['origins'],
  path: string,
  sent: Parameters<typeof send>[1] = {}
): ReturnType<typeof send> {
  const headers = { ...sent.headers, 'x-forwarded-host': new URL(cluster.origins[part]).host }
  return send(`http://127.0.0.1:${cluster.ports[index]}${path}`, { ...sent, headers })
}

/** Milliseconds within which all processes agree. */
const AGREED = 1000

test('processes agree on keys that rest, rate limits and settings of a site within a second', async () => {
  const vendor = await startOpenaiServer()
  vendor.keys = { 'key-one': 'unauthorized' }
  const keys = { OPENAI_API_KEY: 'key-one,key-two', OPENAI_BASE_URL: vendor.url }
  cluster = await startCluster({ ...keys, RATE_LIMITS: 'on' }, 1, 'real')
  const [ada] = cluster.people
  if (ada === undefined) throw new Error('nobody is there')
  const { token, credential } = ada

  const ask = async (index: number): Promise<string[]> => {
    const before = vendor.requests.length
    const body = { model: 'gpt-6-sol', question: 'Tides?' }
    const sent = { token: credential.token, body }
    const answer = await sendTo(index, 'api', '/aichat/conversations', sent)
    expect([answer.statusCode, await readText(answer)]).toEqual([
      200,
      expect.stringContaining('"type":"done"')
    ])
    return vendor.requests.slice(before).map(({ headers }) => headers['authorization'] ?? '')
  }
  expect(await ask(0)).toEqual(['Bearer key-one', 'Bearer key-two'])
  await wait(AGREED)
  expect(await ask(1)).toEqual(['Bearer key-two'])

  const redeem = async (index: number): Promise<number | undefined> => {
    const sent = { token: token.access_token, body: { code: 'AAAAA-BBBBB-CCCCC-DDDDD' } }
    const answer = await sendTo(index, 'platform', '/api/v1/redemptions', sent)
    await readText(answer)
    return answer.statusCode
  }
  const tried: (number | undefined)[] = []
  for (let turn = 0; turn < 10; turn++) tried.push(await redeem(turn % 2 === 0 ? 0 : 2))
  expect(tried).not.toContain(429)
  expect([await redeem(0), await redeem(2)]).toEqual([429, 429])

  // The first user who signed in is the admin.
  const { id } = await cluster.database.db.selectFrom('site').select('id').executeTakeFirstOrThrow()
  const title = async (index: number): Promise<string> => {
    const text = await readText(await sendTo(index, 'hub', '/flux'))
    return /<title>([^<]*)/.exec(text)?.[1] ?? ''
  }
  await wait(AGREED)
  expect(await title(1)).not.toContain('Lighthouse')
  const sent = { method: 'PUT', token: token.access_token, body: { title: 'Lighthouse' } }
  const saved = await sendTo(2, 'platform', `/api/v1/sites/${id}`, sent)
  expect([saved.statusCode, await readText(saved)]).toEqual([200, expect.stringContaining('Light')])
  await wait(AGREED)
  expect(await Promise.all([title(0), title(1)])).toEqual([
    expect.stringContaining('Lighthouse'),
    expect.stringContaining('Lighthouse')
  ])
  await vendor.close()
})

longTest('a rolling restart under load fails no request and loses no event', {}, async () => {
  // On a busy machine answers take long.
  cluster = await startCluster({ DRAIN_SECONDS: '120' }, 3)
  const feeds = cluster.people.map(({ credential }) => followFeed(cluster, credential.token))
  const load = startLoad(cluster, {
    chats: 6,
    tasks: 1,
    pages: 3,
    races: 0,
    seed: 5,
    patient: false
  })
  for (const index of [0, 1, 2]) {
    await wait(3000)
    expect(await cluster.end(index, 'SIGTERM')).toBe(0)
    await cluster.start(index)
  }
  await load.stop()
  await settle(cluster)
  expect(load.failures, `${[...new Set(load.failures)].slice(0, 5)}`).toEqual([])
  expect([load.cut, load.repeated]).toEqual([0, 0])
  await expectBooks(cluster, load)
  const runs = await cluster.database.db.selectFrom('run').select('id').execute()
  await expect.poll(() => feeds.reduce((sum, { ended }) => sum + ended.size, 0)).toBe(runs.length)
  for (const feed of feeds) await feed.stop()
  expect(feeds.flatMap(({ failures }) => failures)).toEqual([])
  expect(feeds.every(({ returns }) => returns > 0)).toBe(true)
  process.stdout.write(`${JSON.stringify({ ...load.done, returns: feeds.map(f => f.returns) })}\n`)
})

longTest('processes that are killed again and again lose and double nothing', {}, async () => {
  cluster = await startCluster({}, 3)
  const random = seeded(11)
  const feeds = cluster.people.map(({ credential }) => followFeed(cluster, credential.token))
  const load = startLoad(cluster, {
    chats: 6,
    tasks: 1,
    pages: 3,
    races: 2,
    seed: 6,
    patient: true
  })
  const up = new Map([0, 1, 2].map(index => [index, Promise.resolve()]))
  let kills = 0
  for (const until = Date.now() + KILLING; Date.now() < until; kills++) {
    await wait(EVERY)
    const index = Math.floor(random() * 3)
    await up.get(index)
    await cluster.end(index, 'SIGKILL')
    up.set(index, cluster.start(index))
  }
  await Promise.all(up.values())
  await load.stop()
  await settle(cluster)
  expect(load.failures, `${[...new Set(load.failures)].slice(0, 5)}`).toEqual([])
  await expectBooks(cluster, load)
  const runs = await cluster.database.db.selectFrom('run').select('id').execute()
  await expect.poll(() => feeds.reduce((sum, { ended }) => sum + ended.size, 0)).toBe(runs.length)
  for (const feed of feeds) await feed.stop()
  expect(feeds.flatMap(({ failures }) => failures)).toEqual([])
  process.stdout.write(
    `${JSON.stringify({ kills, ...load.done, cut: load.cut, repeated: load.repeated, returns: feeds.map(f => f.returns) })}\n`
  )
})
