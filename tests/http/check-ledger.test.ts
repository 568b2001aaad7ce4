import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { credit, settle } from '#servers/ledger/ledger.ts'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import type { RunTable } from '#servers/lib/database/run-tables.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { runCommand } from '../support/command.ts'
import { freshStore, type Store } from '../support/database.ts'
import {
  addEndedRun,
  addPlan,
  addRun,
  addRunningRun,
  booking,
  NOW,
  PLAN
} from '../support/http-ledger-rows.ts'
import { frames, openStudio, person } from '../support/studio.ts'

let store: Store
let database: Database
beforeEach(async () => {
  store = await freshStore(undefined, true)
  database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  await addPlan(database)
})
afterEach(async () => {
  await database.close()
  await store.remove()
})

async function findDisagreements(digits = 1): Promise<string[]> {
  const { disagreements } = await checkLedger(database, { now: NOW, digits })
  return disagreements.map(({ rule, id, says }) => `${rule}: ${id} ${says}`)
}

describe('the ledger check accepts', () => {
  test('finished, free and running runs and both kinds of funds, on pages of any size', async () => {
    await addEndedRun(database, '00000000-run')
    await addEndedRun(database, '7fffffff-run', 0)
    await addEndedRun(database, 'ffffffff-run', 100)
    await addRun(database, '12345678-run', {})
    await addRunningRun(database, '20000000-run', { lease_until: NOW - 60_000 })
    await addRunningRun(database, '30000000-run', {
      state: 'queued',
      lease_until: 0,
      deadline_at: NOW + 1
    })
    await database.transaction(tx =>
      credit(tx, 'free', { ...booking('free-1', 5), fund: 'sandbox' })
    )
    for (const digits of [0, 1, 2]) {
      const { counts, disagreements } = await checkLedger(database, { now: NOW, digits })
      expect(disagreements).toEqual([])
      expect(counts).toEqual({
        funds: 2,
        bookings: 13,
        runs: 6,
        applications: 1,
        periods: 0,
        orders: 0,
        inviters: 0
      })
    }
  })

  test('a studio that was used', async () => {
    const studio = await openStudio()
    const ada = await person(studio)
    const ask = (question: string): Promise<unknown> =>
      studio
        .call('/aichat/conversations', {
          json: { model: 'gpt-5-all', question },
          token: ada.credential.token
        })
        .then(frames)
    await Promise.all([
      ask('Tell me of tides [sandbox:tokens=2500]'),
      ask('Break [sandbox:break]'),
      ask('Fail [sandbox:fail=busy]')
    ])
    const report = await checkLedger(studio.context.database, { now: studio.context.clock.now() })
    expect(report).toMatchObject({ counts: { runs: 3, applications: 1 }, disagreements: [] })
    await studio.close()
  })
})

describe('the ledger check reports', () => {
  const set = (change: Partial<RunTable>) => database.db.updateTable('run').set(change).execute()
  const RUN = 'bbbbbbbb-run'

  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'a fund that was changed without an entry',
      () => database.db.updateTable('fund').set({ remaining: 971 }).execute(),
      ['fund: plan P (real) has 971 remaining, its entries sum up to 970']
    ],
    [
      'a missing fund',
      () => database.db.deleteFrom('fund').execute(),
      ['fund: plan P (real) has no fund remaining, its entries sum up to 970']
    ],
    [
      'a plan with a wrong sum',
      () => database.db.updateTable('application').set({ used: 29 }).execute(),
      ['used: plan P has used 29, the ledger charged 30']
    ],
    [
      'a receipt with another charge',
      () => set({ charged: 31 }),
      ['charged: run R says 31 charged, the ledger 30']
    ],
    [
      'a receipt with another hold',
      () => set({ held: 99 }),
      ['held: run R says 99 held, the ledger 100']
    ],
    [
      'a running run that is already settled',
      () => set({ state: 'running' }),
      ['early: run R is running, but already settled']
    ],
    [
      'a run of another plan',
      () => set({ application_id: 'other' }),
      ['plan: run R is booked on another plan or fund than its own']
    ],
    [
      'a run of another fund',
      () => set({ fund: 'sandbox' }),
      ['plan: run R is booked on another plan or fund than its own']
    ],
    [
      'money held for a missing run',
      () => database.db.deleteFrom('run').execute(),
      ['unknown: run R is booked for (held 100, back 70), but there is no such run']
    ],
    [
      'a charge without a hold',
      () => addRun(database, 'cccccccc-run', { charged: 1 }),
      ['free: run cccccccc-run says 1 charged, but nothing was held']
    ]
  ])('%s', async (_, damage, expected) => {
    await addEndedRun(database, RUN)
    await damage()
    expect(await findDisagreements()).toEqual(
      expected.map(line => line.replace(/\bP\b/, PLAN).replace(/\bR\b/, RUN))
    )
  })

  test('a finished run whose money is still held', async () => {
    await addRunningRun(database, RUN, { state: 'failed' })
    expect(await findDisagreements()).toEqual([
      `unsettled: run ${RUN} is over (failed), but its 40 held were never settled`
    ])
  })

  test('a run that was settled twice', async () => {
    await addEndedRun(database, RUN)
    await database.transaction(tx => settle(tx, booking(RUN, 100), 0))
    expect(await findDisagreements()).toEqual([
      `settled: run ${RUN} was settled 2 times, 170 came back of 100 held`
    ])
  })

  test('held money of an overdue task and of a chat whose process is long gone', async () => {
    await addRunningRun(database, 'dddddddd-run', { deadline_at: NOW - 600_001 })
    await addRunningRun(database, 'eeeeeeee-run', { lease_until: NOW - 600_001 })
    await addRunningRun(database, 'ffffffff-run', { deadline_at: NOW - 600_000, lease_until: 0 })
    const since = 'is running and holds 40, overdue since 2026-11-22T11:49:59.999Z'
    expect(await findDisagreements()).toEqual([
      `lost: run dddddddd-run ${since}`,
      `lost: run eeeeeeee-run ${since}`
    ])
  })

  test('a doubled entry when the index that forbids it is missing', async () => {
    await addEndedRun(database, RUN)
    await sql`create table loose as select * from ledger`.execute(database.db)
    await sql`drop table ledger`.execute(database.db)
    await sql`alter table loose rename to ledger`.execute(database.db)
    await sql`insert into ledger select * from ledger where reference = 'order-1'`.execute(
      database.db
    )
    expect(await findDisagreements()).toEqual([
      `fund: plan ${PLAN} (real) has 970 remaining, its entries sum up to 1970`,
      'twice: entry order order-1 is booked 2 times'
    ])
  })
})

test('the ledger check writes nothing, and others can write after it', async () => {
  await checkLedger(database, { now: NOW })
  await addEndedRun(database, 'bbbbbbbb-run')
  expect(await findDisagreements()).toEqual([])
})

test('the command prints the numbers of checked rows and each disagreement, and then exits with 1', async () => {
  await addEndedRun(database, 'bbbbbbbb-run')
  expect(await runCommand('check-ledger', store)).toEqual({
    code: 0,
    output:
      '1 funds, 4 entries, 1 runs, 1 plans, 0 periods, 0 orders, 0 inviters: all agree with the ledger\n'
  })
  await database.db.updateTable('fund').set({ remaining: 1 }).execute()
  const { code, output } = await runCommand('check-ledger', store)
  expect(code).toBe(1)
  expect(output).toBe(
    `fund: plan ${PLAN} (real) has 1 remaining, its entries sum up to 970\n1 funds, 4 entries, 1 runs, 1 plans, 0 periods, 0 orders, 0 inviters: 1 disagree with the ledger\n`
  )
  await sql`update schema_version set version = 1`.execute(database.db)
  expect(await runCommand('check-ledger', store)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Start it once to upgrade')
  })
})
