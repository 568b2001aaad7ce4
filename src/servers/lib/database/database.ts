import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql, type Dialect, type Transaction } from 'kysely'
import { migrate } from '#servers/lib/database/migrate.ts'
import { postgresDialect } from '#servers/lib/database/postgres.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Something to run queries on: the database, or a transaction of it. */
export type Queries = Kysely<Tables> | Transaction<Tables>

export type Database = {
  kind: DatabaseKind
  db: Kysely<Tables>
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the database and brings its schema up to date.
 * @param options.url `postgres://…`, or null for SQLite
 * @param options.dataDir the folder of the SQLite file `polymuse.db`
 */
export async function openDatabase(options: { url: string | null; dataDir: string }): Promise<Database> {
  if (options.url !== null) return withDialect('postgres', postgresDialect(options.url).dialect)
  mkdirSync(options.dataDir, { recursive: true })
  return withDialect('sqlite', sqliteDialect(join(options.dataDir, 'polymuse.db')))
}

async function withDialect(kind: DatabaseKind, dialect: Dialect): Promise<Database> {
  const db = new Kysely<Tables>({ dialect })
  try {
    await migrate(db, kind)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    kind,
    db,
    transaction: work => db.transaction().execute(work),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy()
  }
}
