import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  claimLedgerCheck,
  readLedgerCheck,
  storeLedgerCheck
} from '#servers/metrics/ledger-check-store.ts'
import { LEDGER_JOBS } from '#servers/metrics/ledger-job.ts'
import { startLedgerWatch } from '#servers/metrics/ledger-watch.ts'
import { createMetrics } from '#servers/metrics/metrics.ts'
import { freshContext, type TestContext } from '../support/context.ts'
import { readSamples, sampleOf } from '../support/samples.ts'

const HOUR = 3_600_000

let context: TestContext
beforeEach(async () => {
  context = await freshContext({ environment: { METRICS_PORT: '0' } })
})
afterEach(() => context.close())

const claim = (): Promise<boolean> => claimLedgerCheck(context, () => HOUR)

test('of processes that look at the same moment, one checks the ledger', async () => {
  expect((await Promise.all([claim(), claim(), claim()])).filter(Boolean)).toHaveLength(1)
  context.clock.advance(HOUR - 1)
  expect(await claim()).toBe(false)
  context.clock.advance(1)
  expect((await Promise.all([claim(), claim()])).filter(Boolean)).toHaveLength(1)
})

test('metrics show the last check that ended, and none before', async () => {
  const value = async (name: string): Promise<number | undefined> =>
    sampleOf(readSamples(await createMetrics(context).report()), `polymuse_ledger_${name}`)
  await claim()
  expect(await value('disagreements')).toBeUndefined()
  const at = context.clock.now()
  await storeLedgerCheck(context.database, { at, took: 1500, disagreements: 2 })
  expect([
    await value('disagreements'),
    await value('check_timestamp_seconds'),
    await value('check_duration_seconds')
  ]).toEqual([2, at / 1000, 1.5])
  // A check that has only begun does not hide the last one.
  context.clock.advance(HOUR)
  expect([await claim(), await readLedgerCheck(context.database)]).toEqual([
    true,
    { at, took: 1500, disagreements: 2 }
  ])
})

test('the job of the process counts rows that disagree with the ledger', async () => {
  const { databaseUrl: url, dataDir } = context.config
  const check = (): Promise<number> =>
    LEDGER_JOBS.check({ url, dataDir, authorities: [], now: Date.now() })
  expect(await check()).toBe(0)
  await context.database.db
    .insertInto('fund')
    .values({ application_id: 'a', kind: 'real', remaining: 5 })
    .execute()
  expect(await check()).toBe(1)
})

test('a watch checks in a process of its own and stores the result', async () => {
  const watch = startLedgerWatch(context, 1)
  // A process that reads TypeScript starts slowly on a busy machine.
  await expect
    .poll(() => readLedgerCheck(context.database), { timeout: 30_000 })
    .toMatchObject({ disagreements: 0 })
  await watch.stop()
})
