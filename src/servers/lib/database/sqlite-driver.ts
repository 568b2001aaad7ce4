import {
  RawNode,
  SelectQueryNode,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDatabase
} from 'kysely'

/** The only SELECT statements that Kysely does not parse are written as SQL. */
const SELECT = /^\s*select\b/i

/**
 * Creates a driver with one connection that writes and one that reads. Outside of transactions,
 * SELECT statements never wait: SQLite returns to them what was committed before. All other work
 * takes its turn at the connection that writes, first come, first served.
 *
 * Kysely's own driver has one connection, so that a page with twenty queries waits twenty times for
 * all work before it. Its mutex also wakes everyone who waits at each release.
 */
export function createSqliteDriver(databases: {
  writing: SqliteDatabase
  reading: SqliteDatabase
}): Driver {
  const writer = new SqliteDriver({ database: databases.writing })
  const reader = new SqliteDriver({ database: databases.reading })
  const turns = createTurns()

  /** A connection that needs the writer once keeps it until its release. */
  class Connection implements DatabaseConnection {
    #turn: Promise<() => void> | null = null

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (this.#turn === null && isSelect(query))
        return (await reader.acquireConnection()).executeQuery<R>(query)
      return (await this.writing()).executeQuery<R>(query)
    }

    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // A half-read statement would keep the log of the database from being emptied.
      yield await this.executeQuery<R>(query)
    }

    async writing(): Promise<DatabaseConnection> {
      this.#turn ??= turns.take()
      await this.#turn
      return writer.acquireConnection()
    }

    async release(): Promise<void> {
      const pass = await this.#turn
      this.#turn = null
      pass?.()
    }
  }

  const own = (connection: DatabaseConnection): Connection => connection as Connection
  const writing = (connection: DatabaseConnection) => own(connection).writing()
  return {
    init: async () => void (await Promise.all([writer.init(), reader.init()])),
    acquireConnection: async () => new Connection(),
    beginTransaction: async connection => writer.beginTransaction(await writing(connection)),
    commitTransaction: async connection => writer.commitTransaction(await writing(connection)),
    rollbackTransaction: async connection => writer.rollbackTransaction(await writing(connection)),
    releaseConnection: connection => own(connection).release(),
    // The last connection to close empties the log, which the one that only reads cannot do.
    destroy: async () => {
      await reader.destroy()
      await writer.destroy()
    }
  }
}

function isSelect({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (RawNode.is(query) && SELECT.test(sql))
}

/** Lets one holder work at a time, in the order of arrival. */
function createTurns(): { take(): Promise<() => void> } {
  const waiting: (() => void)[] = []
  let taken = false

  function pass(): void {
    const next = waiting.shift()
    if (next === undefined) taken = false
    else next()
  }

  return {
    async take() {
      if (taken) await new Promise<void>(resolve => waiting.push(resolve))
      taken = true
      return pass
    }
  }
}
