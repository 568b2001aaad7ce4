import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement
} from 'kysely'
import { createSqliteDriver } from '#servers/lib/database/sqlite-driver.ts'

/** Prepared statements to cache per connection; the application uses far fewer. */
const CACHED_STATEMENTS = 500

/** Longest wait for another process's write, in milliseconds. */
const BUSY = 10_000

/** Kysely would let each statement wait for all before it. The driver orders them itself. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Creates a Kysely dialect for Node's own `node:sqlite`. With WAL and FULL sync, a committed
 * transaction survives a power cut. Transactions begin as IMMEDIATE, so that two processes on one
 * file wait for each other. Otherwise a transaction could fail when its first write follows a read.
 * @param path a file
 */
export function sqliteDialect(path: string): Dialect {
  // The timeout is set when the file is opened, since turning WAL on may already have to wait for
  // another process that opens the file.
  const writing = new DatabaseSync(path, { timeout: BUSY })
  writing.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // Without it, the file keeps deleted texts in its free pages.
  writing.exec('PRAGMA secure_delete = ON')
  const reading = new DatabaseSync(path, { timeout: BUSY, readOnly: true })
  return {
    createAdapter: () => new Adapter(),
    createDriver: () =>
      createSqliteDriver({ writing: caching(writing), reading: caching(reading) }),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler()
  }
}

/** Keeps prepared statements for their next use. */
function caching(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const cached = statements.get(sql)
      if (cached !== undefined) return cached
      const statement = adapt(connection.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (statements.size >= CACHED_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    }
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  const reader = statement.columns().length > 0
  return {
    reader,
    all: parameters => statement.all(...parameters.map(toInput)),
    run: parameters => statement.run(...parameters.map(toInput)),
    iterate: parameters => statement.iterate(...parameters.map(toInput))
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a ${typeof value}`)
}
