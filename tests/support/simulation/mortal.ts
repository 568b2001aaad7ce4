import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  Kysely,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult
} from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Blobs } from '#servers/lib/blobs.ts'
import { sqliteFile, type Database } from '#servers/lib/database/database.ts'
import { createGroupCommit } from '#servers/lib/database/group-commit.ts'
import { sqliteDialect } from '#servers/lib/database/sqlite.ts'
import type { Tables } from '#servers/lib/database/tables.ts'

/**
 * The faults of one process and its machine. Everything that the process does outside of its own
 * memory goes through `enter`.
 */
export class Faults {
  /** Operations until the process is killed; null while it may live. */
  fuse: number | null = null
  /** The process is killed by its next commit, before anybody learns of it. */
  diesAtCommit = false
  /** The disk has no room: nothing can be written. */
  isFull = false
  /** Number of statements that the database still refuses. */
  refusals = 0
  isDead = false
  /** Resolves when the process is killed. */
  readonly died: Promise<void>
  readonly #activity: { count: number }
  readonly #onDeath: (() => void)[] = []
  #die: () => void = () => undefined

  constructor(activity: { count: number }) {
    this.#activity = activity
    this.died = new Promise(resolve => {
      this.#die = resolve
    })
  }

  /** Does one operation, unless the process is dead or dies by it: then nothing ever returns. */
  async enter(): Promise<void> {
    this.#activity.count++
    if (this.fuse !== null && this.fuse-- <= 0) this.kill()
    if (this.isDead) await new Promise<never>(() => undefined)
  }

  /** From now on, nothing fails. A dead process stays dead. */
  end(): void {
    Object.assign(this, { fuse: null, diesAtCommit: false, isFull: false, refusals: 0 })
  }

  onDeath(work: () => void): void {
    this.#onDeath.push(work)
  }

  /** Kills the process at once. */
  kill(): void {
    if (this.isDead) return
    this.isDead = true
    this.#onDeath.forEach(work => work())
    this.#die()
  }
}

/** Errors as `node:sqlite` throws them, with SQLite's codes 13 (full) and 10 (input or output). */
function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
}

/** Opens a database whose process can die before each statement, and before and after a commit. */
export function openMortalDatabase(dataDir: string, faults: Faults): Database {
  const base = sqliteDialect(sqliteFile(dataDir))
  const driver = base.createDriver()
  const dialect: Dialect = {
    createAdapter: () => base.createAdapter(),
    createIntrospector: db => base.createIntrospector(db),
    createQueryCompiler: () => base.createQueryCompiler(),
    createDriver: () => mortalDriver(driver, faults)
  }
  const db = new Kysely<Tables>({ dialect })
  const commits = createGroupCommit(db)
  // The end of a process ends its connection, which undoes an open transaction.
  faults.onDeath(() => void driver.destroy())
  return {
    kind: 'sqlite',
    db,
    transaction: commits.transaction,
    ping: async () => undefined,
    load: () => ({ most: 1, open: 1, idle: 1, waiting: commits.waiting() }),
    close: () => db.destroy()
  }
}

function mortalDriver(driver: Driver, faults: Faults): Driver {
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
    inner.get(connection) ?? connection
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await driver.acquireConnection()
      const mortal = mortalConnection(connection, faults)
      inner.set(mortal, connection)
      return mortal
    },
    async beginTransaction(connection, settings) {
      await faults.enter()
      await driver.beginTransaction(innerOf(connection), settings)
    },
    async commitTransaction(connection) {
      await faults.enter()
      if (faults.isFull) throw sqliteError('database or disk is full', 13)
      await driver.commitTransaction(innerOf(connection))
      if (faults.diesAtCommit) faults.kill()
      await faults.enter()
    },
    async rollbackTransaction(connection) {
      await faults.enter()
      await driver.rollbackTransaction(innerOf(connection))
    },
    releaseConnection: connection => driver.releaseConnection(innerOf(connection)),
    destroy: async () => {
      if (!faults.isDead) await driver.destroy()
    }
  }
}

function mortalConnection(connection: DatabaseConnection, faults: Faults): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      await faults.enter()
      if (faults.refusals > 0) {
        faults.refusals--
        throw sqliteError('disk I/O error', 10)
      }
      if (faults.isFull && /^(insert|update|delete)/i.test(query.sql))
        throw sqliteError('database or disk is full', 13)
      return connection.executeQuery<R>(query)
    },
    streamQuery: (query, size) => connection.streamQuery(query, size)
  }
}

/** Opens a store of bytes in memory that survives its process. */
export function openMortalBlobs(kept: Map<string, Uint8Array>, faults: Faults): Blobs {
  return {
    async put(key, body, maxBytes) {
      const chunks: Uint8Array[] = []
      for await (const chunk of body) {
        await faults.enter()
        chunks.push(chunk)
      }
      const bytes = Buffer.concat(chunks)
      if (bytes.byteLength > maxBytes)
        throw new Problem('content_too_large', { detail: `more than ${maxBytes} bytes` })
      if (faults.isFull)
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      kept.set(key, bytes)
      await faults.enter()
      return { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async get(key, range) {
      await faults.enter()
      const bytes = kept.get(key)
      if (bytes === undefined) return null
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)
      return new Response(new Uint8Array(part)).body
    },
    async size(key) {
      await faults.enter()
      return kept.get(key)?.byteLength ?? null
    },
    async delete(key) {
      await faults.enter()
      kept.delete(key)
    }
  }
}
