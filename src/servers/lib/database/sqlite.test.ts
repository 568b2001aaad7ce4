import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'

type Row = {
  id: number | null
  flag: boolean | number | null
  text: string | null
  bytes: Uint8Array | null
}

let folder = ''
let db: Kysely<{ thing: Row }>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polymuse-sqlite-'))
  db = new Kysely({ dialect: sqliteDialect(join(folder, 'a.db')) })
  await sql`create table thing (id integer primary key, flag integer, text text, bytes blob)`.execute(
    db
  )
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

const add = (values: Partial<Row>) =>
  db.insertInto('thing').values(values).returningAll().executeTakeFirstOrThrow()
const count = async (): Promise<number> =>
  (await db.selectFrom('thing').selectAll().execute()).length

describe('values', () => {
  test.each<[Partial<Row>, Partial<Row>]>([
    [{ flag: true }, { flag: 1 }],
    [{ flag: false }, { flag: 0 }],
    [{ text: '' }, { text: '' }],
    [{ text: 'ä\0你' }, { text: 'ä\0你' }],
    [{ text: null }, { text: null }],
    [{ id: 2 ** 53 - 1 }, { id: 2 ** 53 - 1 }]
  ])('stores %j and returns %j', async (given, expected) => {
    expect(await add(given)).toMatchObject(expected)
  })
  test('bytes are returned as bytes, and a time as text', async () => {
    expect((await add({ bytes: Uint8Array.of(0, 255) })).bytes).toEqual(Uint8Array.of(0, 255))
    const row = await sql<{
      text: string
    }>`insert into thing (text) values (${new Date(0)}) returning text`.execute(db)
    expect(row.rows[0]?.text).toBe('1970-01-01T00:00:00.000Z')
  })
  test('a value that SQLite cannot store is refused', async () => {
    await expect(sql`insert into thing (text) values (${{ a: 1 }})`.execute(db)).rejects.toThrow(
      'cannot store'
    )
    expect(await count()).toBe(0)
  })
  test('a change reports how many rows it affected', async () => {
    await add({ text: 'a' })
    await add({ text: 'b' })
    expect(
      (await db.updateTable('thing').set({ text: 'c' }).executeTakeFirstOrThrow()).numUpdatedRows
    ).toBe(2n)
    expect(
      (await db.deleteFrom('thing').where('text', '=', 'z').executeTakeFirstOrThrow())
        .numDeletedRows
    ).toBe(0n)
  })
  test('one prepared statement serves many calls with other values', async () => {
    for (const text of ['a', 'b', 'c']) await add({ text })
    const found = await Promise.all(
      ['c', 'a'].map(text =>
        db.selectFrom('thing').select('text').where('text', '=', text).executeTakeFirst()
      )
    )
    expect(found.map(row => row?.text)).toEqual(['c', 'a'])
  })
})

describe('a transaction', () => {
  test('keeps nothing when it fails', async () => {
    const failing = db.transaction().execute(async tx => {
      await tx.insertInto('thing').values({ text: 'a' }).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await count()).toBe(0)
    await add({ text: 'after' })
    expect(await count()).toBe(1)
  })
  test('keeps nothing when one of its statements fails', async () => {
    const failing = db.transaction().execute(async tx => {
      await tx.insertInto('thing').values({ id: 1 }).execute()
      await tx.insertInto('thing').values({ id: 1 }).execute()
    })
    await expect(failing).rejects.toThrow(/UNIQUE/)
    expect(await count()).toBe(0)
  })
  test('holds the write lock from its beginning', async () => {
    const other = new DatabaseSync(join(folder, 'a.db'), { timeout: 0 })
    await db.transaction().execute(async tx => {
      await tx.selectFrom('thing').selectAll().execute()
      expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(/locked/)
      expect(other.prepare('select count(*) as n from thing').get()).toEqual({ n: 0 })
    })
    expect(() => other.exec('BEGIN IMMEDIATE; ROLLBACK')).not.toThrow()
    other.close()
  })
})

describe('while a transaction is open', () => {
  /** Begins a transaction that has written a row and ends when `end` is called. */
  async function open() {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const whole = db.transaction().execute(async tx => {
      await tx.insertInto('thing').values({ text: 'first' }).execute()
      begin()
      await ended
      return tx.selectFrom('thing').selectAll().execute()
    })
    await begun
    return {
      async end() {
        end()
        return whole
      }
    }
  }

  test('a query returns at once what was committed before', async () => {
    const transaction = await open()
    expect(await count()).toBe(0)
    const { rows } = await sql<{ n: number }>` SELECT count(*) as n from thing`.execute(db)
    expect(rows).toEqual([{ n: 0 }])
    expect(await transaction.end()).toMatchObject([{ text: 'first' }])
    expect(await count()).toBe(1)
  })
  test('changes wait for its end, and are made in the order of arrival', async () => {
    const transaction = await open()
    const changes = ['second', 'third', 'fourth'].map(async text => (await add({ text })).id)
    expect(await count()).toBe(0)
    await transaction.end()
    expect(await Promise.all(changes)).toEqual([2, 3, 4])
  })
  test('a query with changes in it waits, too', async () => {
    const transaction = await open()
    const changed = sql`with a as (select 'x' as text) insert into thing (text) select text from a`
    const done = changed.execute(db)
    await transaction.end()
    await done
    expect(await count()).toBe(2)
  })
  test('a connection may do several things at once', async () => {
    const added = db
      .connection()
      .execute(connection =>
        Promise.all(
          ['a', 'b'].map(text => connection.insertInto('thing').values({ text }).execute())
        )
      )
    await Promise.all([added, add({ text: 'c' })])
    expect(await count()).toBe(3)
  })
  test('a connection that has changed something reads it, and others wait for its release', async () => {
    const order: string[] = []
    const first = db.connection().execute(async connection => {
      await connection.insertInto('thing').values({ text: 'mine' }).execute()
      order.push(`${(await connection.selectFrom('thing').selectAll().execute()).length} read`)
    })
    const second = add({ text: 'later' }).then(() => order.push('later'))
    await Promise.all([first, second])
    expect(order).toEqual(['1 read', 'later'])
  })
})

test('work goes on after a transaction that cannot begin', async () => {
  const other = new DatabaseSync(join(folder, 'a.db'), { timeout: 0 })
  await sql`PRAGMA busy_timeout = 0`.execute(db)
  other.exec('BEGIN IMMEDIATE')
  await expect(db.transaction().execute(async () => undefined)).rejects.toThrow(/locked/)
  other.exec('ROLLBACK')
  other.close()
  expect((await add({ text: 'after' })).text).toBe('after')
})

test('a committed row is in the file, which is synced', async () => {
  await add({ text: 'kept' })
  const setting = async (name: string): Promise<unknown> =>
    Object.values((await sql.raw<object>(`PRAGMA ${name}`).execute(db)).rows[0] ?? {})[0]
  expect([
    await setting('journal_mode'),
    await setting('synchronous'),
    await setting('foreign_keys')
  ]).toEqual(['wal', 2, 1])
  const other = new DatabaseSync(join(folder, 'a.db'), { readOnly: true })
  expect(other.prepare('select text from thing').get()).toEqual({ text: 'kept' })
  other.close()
})
