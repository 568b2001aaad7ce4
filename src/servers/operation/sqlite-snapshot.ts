import { open } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { connectDatabase, sqliteFile } from '#servers/lib/database/database.ts'
import { readSchemaVersion } from '#servers/lib/database/migrate.ts'
import { createProgressReporter, type CommandProgress } from '#servers/operation/progress.ts'
import {
  countRows,
  listBlobKeys,
  listDataTables,
  type Snapshot
} from '#servers/operation/snapshot.ts'

/** Pages that are copied at a time. */
const STEP = 1000

/**
 * Copies the database of `dataDir` into `folder` while others write to it.
 * @throws Error when the copy is damaged
 */
export async function snapshotSqlite(
  dataDir: string,
  folder: string,
  telling: CommandProgress
): Promise<Snapshot> {
  await copyPages(sqliteFile(dataDir), sqliteFile(folder), telling)
  const snapshot = await checkCopy(folder)
  leaveOneFile(sqliteFile(folder))
  await sync(sqliteFile(folder))
  return snapshot
}

async function checkCopy(folder: string): Promise<Snapshot> {
  const copy = connectDatabase({ url: null, dataDir: folder })
  try {
    const checked = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(copy.db)
    const [found] = checked.rows
    if (found?.quick_check !== 'ok')
      throw new Error(`The database is damaged: ${found?.quick_check}`)
    const tables = await listDataTables(copy.db)
    return {
      schema: await readSchemaVersion(copy.db),
      tables: await countRows(copy.db, tables),
      blobs: await listBlobKeys(copy.db, tables)
    }
  } finally {
    await copy.close()
  }
}

/** Removes the log that SQLite keeps beside a database. No connection to it may be open. */
function leaveOneFile(file: string): void {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

async function copyPages(from: string, to: string, telling: CommandProgress): Promise<void> {
  const tell = createProgressReporter(telling, 'Database pages')
  const source = new DatabaseSync(from, { timeout: 10_000 })
  try {
    // Without a transaction, the copy would begin from the start at each write of another process.
    // The transaction does not block writers.
    source.exec('pragma query_only = on; begin')
    source.prepare('select count(*) from sqlite_master').get()
    await backup(source, to, {
      rate: STEP,
      progress: ({ totalPages, remainingPages }) => tell(totalPages - remainingPages, totalPages)
    })
  } finally {
    source.close()
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
