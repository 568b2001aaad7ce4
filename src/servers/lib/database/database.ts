import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql, type Transaction } from 'kysely'
import { createGroupCommit } from '#servers/lib/database/group-commit.ts'
import { copyBeforeUpgrade } from '#servers/lib/database/keep-copy.ts'
import { migrate, type MigrationStep } from '#servers/lib/database/migrate.ts'
import { postgresDialect } from '#servers/lib/database/postgres.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

export type Database = {
  kind: DatabaseKind
  db: Kysely<Tables>
  /** Runs `work` in one transaction: all of its changes are kept, or none. */
  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Runs the one transaction of a call with an idempotency key. If the process dies and the call is
   * repeated, it returns the first result. Only the database of such a call has it.
   */
  effect?<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Returns how busy the connections are. */
  load(): DatabaseLoad
  close(): Promise<void>
}

/**
 * The connections of this process: how many may be open, are open, and are idle; and how much work
 * waits for one. SQLite has one that writes. There, transactions that wait for the current one count.
 */
type DatabaseLoad = { most: number; open: number; idle: number; waiting: number }

/** Location of a database: `url` is `postgres://…`, or null for SQLite in the folder `dataDir`. */
export type DatabasePlace = { url: string | null; dataDir: string }

type OpenOptions = DatabasePlace & {
  /** Receives a sentence for the operator before existing data is upgraded to a newer schema. */
  notice?: (sentence: string) => void
  /** Reports each step of an upgrade, for tests that stop there. */
  onStep?: (step: MigrationStep) => void
}

/** Path of the SQLite file. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'polymuse.db')
}

/**
 * Opens the database and brings its schema up to date. A SQLite file is copied first, so that an
 * upgrade can be undone.
 * @throws Error when the schema is newer than this version of Polymuse; nothing is changed then
 */
export async function openDatabase({
  url,
  dataDir,
  notice = toStderr,
  onStep
}: OpenOptions): Promise<Database> {
  if (url === null) mkdirSync(dataDir, { recursive: true })
  const database = connect({ url, dataDir })
  try {
    await migrate(database.db, database.kind, {
      beforeUpgrade: (from, to) =>
        notice(url === null ? copyFirst(dataDir, from, to) : adviseBackup(from, to)),
      ...(onStep !== undefined && { onStep })
    })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * Tells whether the SQLite file exists. For PostgreSQL it is always true; the first query shows
 * whether the server answers.
 */
export function databaseExists({ url, dataDir }: DatabasePlace): boolean {
  return url !== null || existsSync(sqliteFile(dataDir))
}

/**
 * Opens an existing database and leaves its schema unchanged.
 * @throws Error when the SQLite file does not exist
 */
export function connectDatabase(place: DatabasePlace): Database {
  if (!databaseExists(place)) {
    throw new Error(
      `There is no database in ${place.dataDir}. DATA_DIR says which folder, DATABASE_URL which PostgreSQL.`
    )
  }
  return connect(place)
}

function connect({ url, dataDir }: DatabasePlace): Database {
  return url === null ? connectSqlite(sqliteFile(dataDir)) : connectPostgres(url)
}

function connectSqlite(file: string): Database {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  const commits = createGroupCommit(db)
  return {
    kind: 'sqlite',
    ...common(db),
    transaction: commits.transaction,
    load: () => ({ most: 1, open: 1, idle: commits.isIdle() ? 1 : 0, waiting: commits.waiting() })
  }
}

function connectPostgres(url: string): Database {
  const { dialect, pool } = postgresDialect(url)
  const db = new Kysely<Tables>({ dialect })
  return {
    kind: 'postgres',
    ...common(db),
    // PostgreSQL groups the commits of its connections on its own.
    transaction: work => db.transaction().execute(work),
    load: () => ({
      most: pool.options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount
    })
  }
}

function common(db: Kysely<Tables>): Pick<Database, 'db' | 'ping' | 'close'> {
  return {
    db,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => db.destroy()
  }
}

function copyFirst(dataDir: string, from: number, to: number): string {
  const copy = copyBeforeUpgrade(sqliteFile(dataDir), from)
  return `The database goes from schema ${from} to ${to}. As it was, it is kept in ${copy}.`
}

function adviseBackup(from: number, to: number): string {
  return `The database goes from schema ${from} to ${to}. PostgreSQL is not copied: run \`npm run backup\` before an upgrade to be able to undo it.`
}

function toStderr(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
