import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

/** Prepared statements to cache per connection; the application uses far fewer. */
const CACHED_STATEMENTS = 500

/** Longest wait for another process's write, in milliseconds. */
const BUSY = 10_000

/**
 * Creates Kysely's SQLite dialect for Node's own `node:sqlite`. With WAL and FULL sync, a committed
 * transaction survives a power cut. Transactions begin as IMMEDIATE, so that two processes on one
 * file wait for each other. Otherwise a transaction could fail when its first write follows a read.
 * @param path a file, or `:memory:`
 */
export function sqliteDialect(path: string): SqliteDialect {
  // The timeout is set when the file is opened, since turning WAL on may already have to wait for
  // another process that opens the file.
  const connection = new DatabaseSync(path, { timeout: BUSY })
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // Without it, the file keeps deleted texts in its free pages.
  connection.exec('PRAGMA secure_delete = ON')
  const statements = new Map<string, SqliteStatement>()

  const database: SqliteDatabase = {
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
  return new SqliteDialect({ database })
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
