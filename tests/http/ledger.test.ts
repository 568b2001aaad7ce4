import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import { EventLog } from '#servers/runs/event-log.ts'
import { createFileStore } from '#servers/files/file-store.ts'
import { credit, hold, readRemaining, settle } from '#servers/ledger/ledger.ts'
import { Tasks } from '#servers/api/tasks/tasks.ts'
import { readCredential } from '#servers/lib/credential.ts'
import { freshStore } from '../support/database.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'
import { PRICE, vendorKinds } from '../support/vendor.ts'

let studio: TestStudio
let ada: TestPerson
beforeEach(async () => {
  studio = await openStudio({ environment: { FREE_AMOUNT: '5' } })
  ada = await person(studio)
})
afterEach(() => studio.close())

const booking = (reference: string, amount: number) => ({
  applicationId: ada.application.id,
  fund: 'sandbox' as const,
  reference,
  amount,
  now: 0
})
const balance = (): Promise<number> =>
  readRemaining(studio.context.database.db, ada.application.id, 'sandbox')

test('of a thousand simultaneous runs with credits for 137, the others get `used_up`', async () => {
  const { context } = studio
  const { database } = context
  await database.transaction(tx => credit(tx, 'order', booking('money', 132 * PRICE)))
  const parts = { ...context, events: new EventLog(context), files: createFileStore({ context }) }
  const kinds = vendorKinds({ url: 'http://127.0.0.1:1' })
  const tasks = new Tasks({ context: parts, kinds, tick: 0 })
  const kind = kinds.find('flux', 'images', 'sandbox')
  if (kind === null) throw new Error('no kind')
  const caller = await readCredential(context, ada.credential.token)
  const question = {
    caller,
    kind,
    provider: 'vendor',
    values: { prompt: 'plain' },
    origin: '',
    sites: [],
    traceId: '',
    callbackUrl: undefined
  }
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, () =>
      database
        .transaction(tx => tasks.submit(tx, question))
        .then(
          () => 'passed',
          (error: unknown) => (error instanceof Problem ? error.code : String(error))
        )
    )
  )
  expect(outcomes.filter(outcome => outcome === 'passed')).toHaveLength(137)
  expect(outcomes.filter(outcome => outcome === 'used_up')).toHaveLength(863)
  expect(await balance()).toBe(0)
  const { count } = await database.db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(137)
  await tasks.stop()
})

test('a plan pays until the millisecond of its end, even before anybody has noticed the end', async () => {
  const { database } = studio.context
  const end = 1000
  await database.db.updateTable('application').set({ expired_at: end }).execute()
  const late = database.transaction(tx => hold(tx, { ...booking('late', PRICE), now: end }))
  await expect(late).rejects.toMatchObject({ code: 'used_up' })
  const before = await balance()
  await database.transaction(tx => hold(tx, { ...booking('early', PRICE), now: end - 1 }))
  expect(await balance()).toBe(before - PRICE)
})

test('of a thousand holds from four processes, only those that the fund covers succeed', async () => {
  const store = await freshStore(undefined, true)
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  await database.transaction(tx =>
    credit(tx, 'order', {
      applicationId: 'a',
      fund: 'sandbox',
      reference: 'money',
      amount: 1000,
      now: 0
    })
  )
  const spend = async (name: string): Promise<string[]> => {
    const options = {
      url: store.databaseUrl,
      dataDir: store.dataDir,
      applicationId: 'a',
      times: 250,
      name,
      amount: 7
    }
    const { stdout } = await promisify(execFile)(process.execPath, [
      'tests/support/spend.ts',
      JSON.stringify(options)
    ])
    return JSON.parse(stdout) as string[]
  }
  const outcomes = (await Promise.all(['a', 'b', 'c', 'd'].map(spend))).flat()
  expect(outcomes).toHaveLength(1000)
  expect(outcomes.filter(outcome => outcome === 'passed')).toHaveLength(142)
  expect(outcomes.filter(outcome => outcome !== 'passed' && outcome !== 'used_up')).toEqual([])
  expect(await readRemaining(database.db, 'a', 'sandbox')).toBe(1000 - 142 * 7)
  await database.close()
  await store.remove()
})

test('a credit, a hold and a settlement are booked once', async () => {
  const { database } = studio.context
  const before = await balance()
  const once = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.transaction(tx => credit(tx, 'order', booking('o1', 500)))
    )
  )
  expect(once.filter(Boolean)).toHaveLength(1)
  expect(await balance()).toBe(before + 500)
  await database.transaction(tx => hold(tx, booking('r1', 300)))
  await expect(database.transaction(tx => hold(tx, booking('r1', 300)))).rejects.toThrow(
    'held twice'
  )
  const settled = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.transaction(tx => settle(tx, booking('r1', 300), 120))
    )
  )
  expect(settled.filter(Boolean)).toHaveLength(1)
  expect(await balance()).toBe(before + 500 - 120)
})

test('a charge cannot exceed its hold, and a fund is never negative', async () => {
  const { database } = studio.context
  await database.transaction(tx => hold(tx, booking('r2', 300)))
  await expect(database.transaction(tx => settle(tx, booking('r2', 300), 301))).rejects.toThrow(
    RangeError
  )
  await expect(database.transaction(tx => hold(tx, booking('r3', 10 ** 12)))).rejects.toMatchObject(
    { code: 'used_up' }
  )
  await expect(
    database.db
      .updateTable('fund')
      .set({ remaining: -1 })
      .where('application_id', '=', ada.application.id)
      .execute()
  ).rejects.toThrow(/check|constraint/i)
})

test('sandbox credits do not pay for a real provider', async () => {
  const { database } = studio.context
  await expect(
    database.transaction(tx => hold(tx, { ...booking('r4', 1), fund: 'real' }))
  ).rejects.toMatchObject({ code: 'used_up' })
})
