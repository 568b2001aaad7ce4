import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoDay } from '#core/format-span.ts'
import { connectDatabase, type Database } from '#servers/lib/database/database.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { createContentVersion } from '#servers/lib/shown-version.ts'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import { addResult, showResult } from '../../../tests/support/shown-rows.ts'

const DAY = 86_400_000
const ORIGIN = 'https://studio.example'

const BLOCK = { user_id: 'u', reason: '', blocked_by: 'a', created_at: 1 }

let context: TestContext
let other: Database
let read: () => Promise<string>
beforeAll(async () => {
  context = await freshContext()
  const { databaseUrl: url, dataDir } = context.config
  other = connectDatabase({ url, dataDir })
  read = createContentVersion(context)
})
afterAll(async () => {
  await other.close()
  await context.close()
})

/** Tells whether the version differs after a change by another process. */
async function isCounted(change: (db: Database['db']) => Promise<unknown>): Promise<boolean> {
  const before = await read()
  expect(await read()).toBe(before)
  await change(other.db)
  return (await read()) !== before
}

describe('the version of what public pages show', () => {
  test.each<[string, (db: Database['db']) => Promise<unknown>]>([
    [
      'a site',
      db =>
        db
          .insertInto('site')
          .values(newSite(ORIGIN, 'a', 1))
          .execute()
    ],
    ['a title', db => db.updateTable('site').set({ title: 'New' }).execute()],
    [
      'a switch',
      db =>
        db
          .insertInto('service_change')
          .values({ service_id: 'flux', changes: '{"enabled":false}', updated_at: 1 })
          .execute()
    ],
    [
      'a model',
      db =>
        db.insertInto('chat_model').values({ name: 'm', changes: '{}', updated_at: 1 }).execute()
    ],
    ['a model that goes', db => db.deleteFrom('chat_model').execute()],
    ['a blocked user', db => db.insertInto('block').values(BLOCK).execute()]
  ])('differs after %s', async (_, change) => {
    expect(await isCounted(change)).toBe(true)
  })

  test('differs when a featured result loses its task or file, not when another does', async () => {
    await showResult(other.db, ORIGIN, 'shown')
    await addResult(other.db, ORIGIN, 'loose')
    const gone = { deleted_at: 5 }
    const run = (id: string) => (db: Database['db']) =>
      db.updateTable('run').set(gone).where('id', '=', id).execute()
    const file = (id: string) => (db: Database['db']) =>
      db.updateTable('file').set({ blob: '' }).where('id', '=', id).execute()
    const begun = (db: Database['db']) => db.updateTable('run').set({ progress: 5 }).execute()
    expect([await isCounted(run('loose')), await isCounted(run('shown'))]).toEqual([false, true])
    expect([await isCounted(file('loose')), await isCounted(file('shown'))]).toEqual([false, true])
    expect(await isCounted(begun)).toBe(false)
    expect(await isCounted(db => db.deleteFrom('file').where('id', '=', 'shown').execute())).toBe(
      true
    )
  })

  test('differs after a change of the models file, and on the next day', async () => {
    const path = join(context.config.dataDir, 'models.json')
    expect(
      await isCounted(async () => {
        writeFileSync(path, '{}')
        context.clock.advance(1000)
      })
    ).toBe(true)
    expect(await isCounted(async () => context.clock.advance(DAY))).toBe(true)
  })

  test('stays the same after changes of data that public pages do not show', async () => {
    const key = { key: 'a', value: 'b' }
    expect(await isCounted(db => db.insertInto('meta').values(key).execute())).toBe(false)
  })
})

test('cached sites and terms are dropped after another process has changed them', async () => {
  const { sites, terms } = context
  const known = async (): Promise<unknown[]> => [
    await sites.originOf(ORIGIN),
    (await terms.of(ORIGIN)).margin
  ]
  await read()
  expect(await known()).toEqual([ORIGIN, 0])
  const moved = { origin: 'https://other.example', margin: 7 }
  await other.db.updateTable('site').set(moved).execute()
  expect(await known()).toEqual([ORIGIN, 0])
  await read()
  expect(await known()).toEqual([null, 7])
})

test('a model that another one replaces from a day on is replaced in the first page of that day', async () => {
  const { clock, terms } = context
  const midnight = (Math.floor(clock.now() / DAY) + 1) * DAY
  const planned = { 'flux-dev': { until: isoDay(midnight), becomes: 'flux-3' } }
  const changes = JSON.stringify({ retired_models: planned })
  await other.db.updateTable('service_change').set({ changes }).execute()
  clock.advance(midnight - clock.now() - 100)
  await read()
  expect((await terms.tools()).retired_models).toEqual({})
  clock.advance(200)
  await read()
  expect((await terms.tools()).retired_models).toEqual({ flux: planned })
})
