import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { migrate, MIGRATIONS, SCHEMA_VERSION } from '#servers/lib/database/migrate.ts'
import { freshStore, type Store } from '../support/database.ts'
import { FULL_DOSE } from '../support/dose.ts'
import { look, oldStore, openAndDie, runScript, withDatabase, type State } from '../support/old-database.ts'

let store: Store
let old: State
beforeEach(async () => {
  store = await oldStore()
  old = await look(store)
})
afterEach(() => store.remove())

/** How many of its statements it is killed after, at most: each starts a process. */
const KILLS = FULL_DOSE ? 36 : 6

/** As many moments, spread over all statements from a place that is another each day, and the last of all. */
function moments(statements: number): number[] {
  const stride = Math.max(1, Math.ceil(statements / KILLS))
  const first = 1 + (Math.floor(Date.now() / 86_400_000) % stride)
  const spread = Array.from({ length: statements }, (_, index) => first + index * stride)
  return [...new Set([...spread.filter(at => at < statements), statements - 1])]
}

/** What the newest schema looks like when it is made at once. */
async function newest(): Promise<string[]> {
  const other = await freshStore()
  await withDatabase(other, db => migrate(db, other.kind))
  const { schema } = await look(other)
  await other.remove()
  return schema
}

/** The newest schema, whole, with all old rows as they were, whatever it added to them. */
async function expectNew(state: State): Promise<void> {
  expect(state).toMatchObject({ version: SCHEMA_VERSION, schema: await newest() })
  for (const [table, rows] of Object.entries(old.rows)) {
    expect(state.rows[table], table).toHaveLength(rows.length)
    rows.forEach((row, index) => expect(state.rows[table]?.[index], table).toMatchObject(row))
  }
}

async function open(): Promise<void> {
  await (await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir, notice: () => undefined })).close()
}

/** Migrates, and kills itself after so many statements; at 0 it lives, and says how many there were. */
function migrateAndDie({ databaseUrl, dataDir, kind }: Store, statements: number): ReturnType<typeof runScript> {
  const dialect =
    databaseUrl === null
      ? `sqliteDialect(${JSON.stringify(sqliteFile(dataDir))})`
      : `postgresDialect(${JSON.stringify(databaseUrl)}).dialect`
  return runScript(`
    import { Kysely } from 'kysely'
    import { ${kind}Dialect } from '#servers/lib/database/${kind}.ts'
    import { migrate } from '#servers/lib/database/migrate.ts'
    let count = 0
    const db = new Kysely({ dialect: ${dialect}, log: () => { if (++count === ${statements}) process.kill(process.pid, 'SIGKILL') } })
    await migrate(db, ${JSON.stringify(kind)})
    await db.destroy()
    process.stdout.write(String(count))`)
}

test.each(['begun', 'guarded', 'applied 2', 'written'])(
  'killed at "%s", the old schema stands whole, and the next start makes the newest',
  async step => {
    expect((await openAndDie(store, step)).signal).toBe('SIGKILL')
    expect(await look(store)).toEqual(old)
    await open()
    await expectNew(await look(store))
  }
)

test('old talks become ways through versions, which can be searched, whatever was said in them', async () => {
  await withDatabase(store, async db => {
    for (const [id, position, content] of [
      ['n', 5, 'the sea\0'],
      [
        'k',
        9,
        [
          { type: 'text', text: 'waves' },
          { type: 'image_url', image_url: 'https://a.example/x.png' }
        ]
      ]
    ] as const)
      await sql`insert into message (id, conversation_id, position, role, content, reasoning, state, created_at)
        values (${id}, 'c', ${position}, 'assistant', ${JSON.stringify(content)}, '', 'finished', 1)`.execute(db)
  })
  await open()
  const { rows } = await look(store)
  expect(new Map(rows['message']?.map(({ id, parent_id }) => [id, parent_id]))).toEqual(
    new Map([
      ['m', null],
      ['n', 'm'],
      ['k', 'n']
    ])
  )
  expect(rows['conversation']).toMatchObject([{ id: 'c', leaf_id: 'k', pinned: 0, preset: '', temperature: null, deleted_at: null }])
  const found = rows['passage']?.map(({ user_id, message_id, text }) => `${user_id} ${message_id} ${text}`)
  expect(found?.toSorted()).toEqual(['u k waves', 'u m a\u0001b', 'u n the sea ', 'u null Grüße 你好'])
})

test('killed right after the commit, the newest schema stands whole', async () => {
  expect((await openAndDie(store, 'committed')).signal).toBe('SIGKILL')
  await expectNew(await look(store))
  await open()
  await expectNew(await look(store))
})

test('killed after a statement, the old schema stands whole', { timeout: 120_000 }, async () => {
  const spare = await freshStore()
  await withDatabase(spare, db => migrate(db, spare.kind, { migrations: MIGRATIONS.slice(0, 1) }))
  const statements = Number((await migrateAndDie(spare, 0)).said)
  await spare.remove()
  expect(statements).toBeGreaterThan(10)
  // The last statement is the commit.
  for (const at of moments(statements)) {
    expect((await migrateAndDie(store, at)).signal, `statement ${at}`).toBe('SIGKILL')
    expect(await look(store), `statement ${at}`).toEqual(old)
  }
  await open()
  await expectNew(await look(store))
})

test('several that start at once upgrade once, also when one of them is killed', async () => {
  const starts = [openAndDie(store, 'never'), openAndDie(store, 'never'), openAndDie(store, 'applied 2')]
  expect((await Promise.all(starts)).map(({ signal }) => signal).slice(0, 2)).toEqual([null, null])
  await expectNew(await look(store))
})
