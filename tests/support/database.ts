import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, sqliteFile, type Database } from '#servers/lib/database/database.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

/** A data folder of its own, with an empty database of the kind that this run tests. */
export type Store = {
  kind: DatabaseKind
  dataDir: string
  /** The value for `DATABASE_URL`; null for SQLite. */
  databaseUrl: string | null
  remove(): Promise<void>
}

/**
 * Creates a store.
 * @param kind of the database; by default the one that this run tests
 * @param migrated copies a database with the schema: the template of `databases.ts`, or the one of
 * {@link newSqlite}
 */
export async function freshStore(
  kind: DatabaseKind = kindOfRun(),
  migrated = false
): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), 'polymuse-test-'))
  const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true })
  if (kind === 'sqlite') {
    if (migrated) await writeFile(sqliteFile(dataDir), await (sqlite ??= newSqlite()))
    return { kind, dataDir, databaseUrl: null, remove: removeFolder }
  }

  const { TEST_RUN: run = 'polymuse_test', TEST_TEMPLATE: template } = process.env
  const name = `${run}_${randomBytes(8).toString('hex')}`
  // Copy the files: that takes a tenth of the time of the default, which logs all rows.
  await onServer(
    `create database ${name}${migrated && template ? ` template ${template}` : ''} strategy file_copy`
  )
  const databaseUrl = new URL(serverUrl())
  databaseUrl.pathname = `/${name}`
  // The server checks every tenth of a second whether closed connections are gone, so do not wait
  // for it. If this process ends first, the end of the run removes the database.
  const remove = (): Promise<void> => {
    void onServer(`drop database if exists ${name} with (force)`).catch(() => undefined)
    return removeFolder()
  }
  return { kind, dataDir, databaseUrl: databaseUrl.href, remove }
}

/** An SQLite file with the schema. All SQLite stores are copies of it. */
let sqlite: Promise<Buffer> | undefined

/**
 * Creates an SQLite file with the schema. Creating one takes 0.1 s, and nearly every test needs
 * one.
 */
async function newSqlite(): Promise<Buffer> {
  const { dataDir, remove } = await freshStore('sqlite')
  const { close } = await openDatabase({ url: null, dataDir })
  await close()
  const file = await readFile(sqliteFile(dataDir))
  await remove()
  return file
}

/** Opens a migrated database; its `close` also removes it. */
export async function freshDatabase(
  kind?: DatabaseKind
): Promise<Database & Pick<Store, 'dataDir' | 'databaseUrl'>> {
  const store = await freshStore(kind, true)
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir })
  return {
    ...database,
    dataDir: store.dataDir,
    databaseUrl: store.databaseUrl,
    async close() {
      await database.close()
      await store.remove()
    }
  }
}

function kindOfRun(): DatabaseKind {
  return process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return url
  throw new Error(
    'Tests on PostgreSQL need TEST_DATABASE_URL. `npm test` brings a server of its own; `--project sqlite` does without.'
  )
}

/** Runs one statement on the server that holds all test databases. */
export async function onServer(statement: string): Promise<pg.QueryResult<{ name: string }>> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
