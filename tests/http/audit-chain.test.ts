import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReseal } from '#servers/auth/reseal.ts'
import { eraseAuditEntry } from '#servers/lib/audit-changes.ts'
import { hashAuditLink } from '#servers/lib/audit-chain.ts'
import { withAudit } from '#servers/lib/audit.ts'
import { connectDatabase, openDatabase, type Database } from '#servers/lib/database/database.ts'
import { listMissingMigrations, migrate } from '#servers/lib/database/migrate.ts'
import { createLog } from '#servers/lib/log.ts'
import { createSecrets, type Secrets } from '#servers/lib/secrets.ts'
import {
  checkAudit,
  describeAuditProblem,
  type AuditReport
} from '#servers/operation/check-audit.ts'
import { handClock } from '../support/clock.ts'
import { runCommand } from '../support/command.ts'
import { freshStore, type Store } from '../support/database.ts'
import { withDatabase } from '../support/old-database.ts'

const SECRET = 's'.repeat(40)
const OTHER = 'o'.repeat(40)
const secrets = createSecrets(SECRET)
const clock = handClock()

let store: Store
let database: Database
beforeEach(async () => {
  store = await freshStore(undefined, true)
  database = await open()
})
afterEach(async () => {
  await database.close()
  await store.remove()
})

const open = (): Promise<Database> =>
  openDatabase({ url: store.databaseUrl, dataDir: store.dataDir, notice: () => undefined })
const check = (own: Secrets = secrets): Promise<AuditReport> =>
  checkAudit({ database, secrets: own })

/** Logs a change, which `work` does. */
async function change(
  name: string,
  work: () => Promise<unknown> = () => Promise.resolve(),
  own = { database, secrets, clock }
): Promise<void> {
  clock.advance(1000)
  const route = { method: 'put', path: '/api/v1/packages/{id}' } as never
  const input = { params: { id: name }, body: { name } }
  await withAudit(
    own,
    { route, userId: 'ada', origin: 'https://a.example', input, traceId: name },
    work
  )
}

/** Returns the id of the entry of a change. */
async function entryId(name: string): Promise<string> {
  const { db } = database
  const own = db.selectFrom('audit').select('id').where('trace_id', '=', name)
  return (await own.executeTakeFirstOrThrow()).id
}

const fail = (): Promise<never> => Promise.reject(new Error('refused'))

/** Logs four changes, one of which is refused. */
async function fill(): Promise<void> {
  await change('first')
  await expect(change('second', fail)).rejects.toThrow('refused')
  await change('third')
  await change('fourth')
}

test('a log is whole, also with a refused change and one whose process died', async () => {
  expect(await check()).toMatchObject({ entries: 0, links: 0, broken: null, unsealed: null })
  await fill()
  // A change that never ends: its process has died.
  void change('fifth', () => new Promise<never>(() => undefined))
  await expect.poll(async () => (await check()).entries).toBe(5)
  expect(await check()).toMatchObject({ links: 9, broken: null, unsealed: null })
})

test('a change that rolls back its own transaction stays in the log', async () => {
  const work = () => database.transaction(fail)
  await expect(change('undone', work)).rejects.toThrow('refused')
  expect(await check()).toMatchObject({ entries: 1, links: 2, broken: null })
})

/** Writes into the database without SECRET, and says what the check names. */
const TAMPERINGS: Record<string, [change: (db: Database['db']) => Promise<unknown>, says: RegExp]> =
  {
    'the fields of an entry': [
      db =>
        db.updateTable('audit').set({ changes: '{}' }).where('trace_id', '=', 'second').execute(),
      /^Entry .* \(link 3\) was changed/
    ],
    'the user of an entry': [
      db =>
        db.updateTable('audit').set({ user_id: 'eve' }).where('trace_id', '=', 'first').execute(),
      /^Entry .* \(link 1\) was changed/
    ],
    'the outcome of an entry': [
      db =>
        db.updateTable('audit').set({ outcome: 'done' }).where('trace_id', '=', 'second').execute(),
      /^The outcome of entry/
    ],
    'the end of the last entry': [
      db =>
        db
          .updateTable('audit')
          .set({ outcome: 'begun' })
          .where('trace_id', '=', 'fourth')
          .execute(),
      /^The outcome of entry/
    ],
    'a removed entry': [
      db => db.deleteFrom('audit').where('trace_id', '=', 'third').execute(),
      /\(link 5\) was removed/
    ],
    'the details without a link': [
      db =>
        db
          .updateTable('audit')
          .set({ salt: '', changes: '{}' })
          .where('trace_id', '=', 'third')
          .execute(),
      /\(link 5\) was changed/
    ],
    'a removed link': [
      db => db.deleteFrom('audit_link').where('position', '=', 4).execute(),
      /^(The outcome of entry|Link 4 is missing)/
    ],
    'a removed first link': [
      db => db.deleteFrom('audit_link').where('position', '=', 1).execute(),
      /^Link 1 is missing/
    ],
    'moved links': [
      async db => {
        for (const [from, to] of [
          [5, 99],
          [7, 5],
          [99, 7]
        ] as const)
          await db
            .updateTable('audit_link')
            .set({ position: to })
            .where('position', '=', from)
            .execute()
      },
      /^Link 5, of entry .*, was changed, inserted or moved/
    ],
    'an inserted entry': [
      db =>
        sql`insert into audit select 'new', user_id, origin, method, path, target, changes, trace_id, outcome, created_at, salt
      from audit where trace_id = 'first'`.execute(db),
      /^Entry new was inserted/
    ],
    'a removed end': [
      async db => {
        await db.deleteFrom('audit_link').where('position', '>', 6).execute()
        await db.deleteFrom('audit').where('trace_id', '=', 'fourth').execute()
      },
      /^The log ends at link 6, but its head is link 8/
    ],
    'a removed head': [db => db.deleteFrom('audit_head').execute(), /^The seal is not ours/],
    'a removed end with its head': [
      async db => {
        await db.deleteFrom('audit_link').where('position', '>', 6).execute()
        await db.deleteFrom('audit').where('trace_id', '=', 'fourth').execute()
        const last = db.selectFrom('audit_link').select('hash').where('position', '=', 6)
        await db.updateTable('audit_head').set({ position: 6, hash: last }).execute()
      },
      /^The seal is not ours/
    ],
    'all hashes, computed again': [recompute, /^The seal is not ours/]
  }

/** Changes an outcome and computes all hashes again, as somebody without SECRET could. */
async function recompute(db: Database['db']): Promise<void> {
  await db.updateTable('audit').set({ outcome: 'done' }).execute()
  await db.updateTable('audit_link').set({ event: 'done' }).where('event', '=', 'refused').execute()
  let hash = ''
  const links = await db.selectFrom('audit_link').selectAll().orderBy('position').execute()
  for (const link of links) {
    hash = hashAuditLink(hash, link)
    await db.updateTable('audit_link').set({ hash }).where('position', '=', link.position).execute()
  }
  await db.updateTable('audit_head').set({ hash }).execute()
}

test.each(Object.entries(TAMPERINGS))(
  '%s: the check names it, also after later changes',
  async (_, [tamper, says]) => {
    await fill()
    await tamper(database.db)
    expect(describeAuditProblem(await check())).toMatch(says)
    await change('later')
    expect(describeAuditProblem(await check())).not.toBeNull()
  }
)

test('processes that write at the same time make one chain', async () => {
  // One process has an SQLite file.
  const others = store.kind === 'postgres' ? await Promise.all([open(), open()]) : []
  const writers = [database, ...others]
  const writes = Array.from({ length: 30 }, (_, index) => {
    const own = { database: writers[index % writers.length] ?? database, secrets, clock }
    const work = index % 5 === 0 ? fail : undefined
    return change(String(index), work, own).catch(() => undefined)
  })
  await Promise.all(writes)
  expect(await check()).toMatchObject({ entries: 30, links: 60, broken: null, unsealed: null })
  await Promise.all(others.map(each => each.close()))
})

test('entries from before the chain are chained by the upgrade, and sealed by the first change', async () => {
  const old = await freshStore()
  const before = await openOld(old)
  for (const [id, outcome] of [
    ['b', 'done'],
    ['a', 'refused'],
    ['c', 'begun']
  ] as const)
    await sql`insert into audit (id, user_id, origin, method, path, target, changes, trace_id, outcome, created_at)
      values (${id}, 'ada', '', 'put', '/x', '{}', '{}', '', ${outcome}, 5)`.execute(before.db)
  await migrate(before.db, before.kind)
  const look = () => checkAudit({ database: before, secrets })
  expect(await look()).toMatchObject({ entries: 3, links: 5, broken: null, unsealed: null })
  await change('first', undefined, { database: before, secrets, clock })
  expect(await look()).toMatchObject({ entries: 4, links: 7, broken: null, unsealed: null })
  await before.db.updateTable('audit').set({ path: '/y' }).where('id', '=', 'a').execute()
  expect((await look()).broken).toMatch(/^Entry a /)
  await before.close()
  await old.remove()
})

/** Opens a database as the version before the chain made it. */
async function openOld(old: Store): Promise<Database> {
  const [version = ''] = listMissingMigrations(0).filter(name => name.endsWith(' auditChain'))
  const target = Number.parseInt(version, 10) - 1
  await withDatabase(old, db => migrate(db, old.kind, { target }))
  return connectDatabase({ url: old.databaseUrl, dataDir: old.dataDir })
}

describe('the secret', () => {
  test('can be replaced: the seal is checked with the new one', async () => {
    await fill()
    const rotated = createSecrets(OTHER, SECRET)
    expect(await check(rotated)).toMatchObject({ unsealed: null })
    await createReseal({ database, secrets: rotated, log: createLog('silent') })()
    expect(await check(createSecrets(OTHER))).toMatchObject({ broken: null, unsealed: null })
  })

  test('a lost one is named, and the command seals the log again', async () => {
    await fill()
    const environment = { SECRET: OTHER }
    const lost = await runCommand('check-audit', { ...store, environment })
    expect(lost).toMatchObject({
      code: 1,
      output: expect.stringContaining('SECRET is another one')
    })
    const sealed = await runCommand('check-audit', { ...store, environment }, '--seal')
    expect(sealed).toMatchObject({ code: 0, output: expect.stringContaining('is whole') })
    expect(await check(createSecrets(OTHER))).toMatchObject({ unsealed: null })
  })
})

test('erased details break nothing, and the command erases them once', async () => {
  await fill()
  const id = await entryId('second')
  const run = () => runCommand('check-audit', { ...store, environment: { SECRET } }, '--erase', id)
  expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('is whole') })
  const row = database.db.selectFrom('audit').selectAll().where('id', '=', id)
  expect(await row.executeTakeFirst()).toMatchObject({
    user_id: '',
    changes: '{}',
    outcome: 'refused',
    path: '/api/v1/packages/{id}'
  })
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('no entry') })
  expect(await eraseAuditEntry({ database, secrets }, 'unknown', 1)).toBe(false)
})

test('an entry that an older process wrote during an upgrade is named, and can be linked', async () => {
  await fill()
  await sql`insert into audit (id, user_id, origin, method, path, target, changes, trace_id, outcome, created_at)
    values ('old', 'ada', '', 'put', '/x', '{}', '{}', '', 'done', 5)`.execute(database.db)
  expect((await check()).broken).toBe('Entry old was inserted: it has no link.')
  const run = (id: string) =>
    runCommand('check-audit', { ...store, environment: { SECRET } }, '--link', id)
  expect(await run('old')).toMatchObject({
    code: 0,
    output: expect.stringContaining('5 entries, 10 links')
  })
  expect(await run(await entryId('first'))).toMatchObject({ code: 1 })
  await database.db.updateTable('audit').set({ path: '/y' }).where('id', '=', 'old').execute()
  expect((await check()).broken).toBe('Entry old (link 9) was changed.')
})

test('the command names the first broken entry and exits with 1', async () => {
  await fill()
  const id = await entryId('first')
  await database.db.updateTable('audit').set({ path: '/x' }).execute()
  const { code, output } = await runCommand('check-audit', { ...store, environment: { SECRET } })
  expect(code).toBe(1)
  expect(output).toContain(`Entry ${id} (link 1) was changed.\n0 entries, 0 links`)
})
