import { copyFile, chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connectDatabase, sqliteFile, type Database } from '#servers/lib/database/database.ts'
import { refuseNewerSchema, readSchemaVersion } from '#servers/lib/database/migrate.ts'
import { createBlobCopy, type BlobCopy } from '#servers/operation/blob-copy.ts'
import { describeFiles, writeManifest, type Manifest } from '#servers/operation/manifest.ts'
import { snapshotPostgres, tableFile } from '#servers/operation/postgres-tables.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'
import { listBlobKeys, listDataTables, type Snapshot } from '#servers/operation/snapshot.ts'
import { snapshotSqlite } from '#servers/operation/sqlite-snapshot.ts'
import { SECRET_FILE, type Stores } from '#servers/operation/stores.ts'

/**
 * Maximum copies of the database in one backup. Another copy is needed if files that it refers to
 * were deleted in the meantime.
 */
const TRIES = 20

/**
 * Copies database, blobs and secret into a new folder, while servers use them. The folder's name is
 * the time; until it is complete, its name is another one, `.….part`.
 * @param into the folder of all backups; created if missing
 * @param now unix milliseconds
 * @returns the backup's folder
 * @throws Error whose message is a sentence; no files are left then
 */
export async function backup(
  stores: Stores,
  into: string,
  now: number,
  telling: CommandProgress
): Promise<string> {
  const name = `polymuse-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const whole = join(into, name)
  if (await isThere(whole)) throw new Error(`${whole} is there already.`)
  // Checked before anything is written.
  const database = connectDatabase(stores.place)
  try {
    refuseNewerSchema('database', await existingSchema(database))
    return await writeWhole(whole, join(into, `.${name}.part`), part =>
      fill(stores, database, part, now, telling)
    )
  } finally {
    await database.close()
  }
}

/** Lets `work` write into a folder, and gives the folder its final name when it is complete. */
async function writeWhole(
  whole: string,
  part: string,
  work: (part: string) => Promise<void>
): Promise<string> {
  await mkdir(dirname(whole), { recursive: true })
  await mkdir(part, { mode: 0o700 })
  try {
    await work(part)
    await rename(part, whole)
    return whole
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function fill(
  stores: Stores,
  database: Database,
  folder: string,
  now: number,
  telling: CommandProgress
): Promise<void> {
  const blobs = createBlobCopy(stores, folder, telling)
  const { snapshot, missing } = await copyTogether(stores, database, folder, blobs, telling)
  const databaseFiles =
    database.kind === 'sqlite' ? [sqliteFile('')] : Object.keys(snapshot.tables).map(tableFile)
  const secret = await copySecret(stores.place.dataDir, folder)
  const paths = [...databaseFiles, ...secret, ...blobs.paths()]
  const manifest: Manifest = {
    format: 1,
    made_at: new Date(now).toISOString(),
    kind: database.kind,
    schema: snapshot.schema,
    tables: snapshot.tables,
    files: await describeFiles(folder, paths, telling),
    missing
  }
  await writeManifest(folder, manifest)
  const rows = Object.values(snapshot.tables).reduce((sum, count) => sum + count, 0)
  telling.say(
    `Database: schema ${snapshot.schema}, ${rows} rows in ${Object.keys(snapshot.tables).length} tables`
  )
  telling.say(`Files: ${blobs.paths().length}`)
  telling.say(
    secret.length > 0
      ? 'Secret: with it, so keep the backup where nobody reads it'
      : 'Secret: not with it. Keep the SECRET of your environment: sealed tokens need it.'
  )
  if (missing.length > 0)
    telling.say(
      `Warning: files that the database names and that were lost before: ${missing.length} (${missing.slice(0, 5).join(', ')})`
    )
}

/**
 * Copies the database and every blob that it refers to. Blobs are copied before the database, since
 * they may be deleted at any time, and once more after it, for those that were added. If one was
 * added and deleted in between, the database is copied again, and no longer refers to it. A blob
 * that two copies of the database refer to and that the store does not have was lost before the
 * backup.
 */
async function copyTogether(
  stores: Stores,
  database: Database,
  folder: string,
  blobs: BlobCopy,
  telling: CommandProgress
): Promise<{ snapshot: Snapshot; missing: string[] }> {
  let before = await blobs.add(await listBlobKeys(database.db, await listDataTables(database.db)))
  for (let tries = 0; tries < TRIES; tries++) {
    const snapshot =
      database.kind === 'sqlite'
        ? await snapshotSqlite(stores.place.dataDir, folder, telling)
        : await snapshotPostgres(database, folder, telling)
    const missing = await blobs.add(snapshot.blobs)
    if (missing.every(key => before.includes(key))) {
      await blobs.keepOnly(snapshot.blobs)
      return { snapshot, missing }
    }
    before = missing
  }
  throw new Error(
    'Files are deleted faster than they can be copied. Try again when less is going on.'
  )
}

async function existingSchema({ db }: Database): Promise<number> {
  const version = await readSchemaVersion(db)
  if (version === 0) throw new Error('There is nothing in this database yet.')
  return version
}

/** Copies the secret. @returns its path in the backup; none if the secret is in the environment */
async function copySecret(dataDir: string, folder: string): Promise<string[]> {
  if (!(await isThere(join(dataDir, SECRET_FILE)))) return []
  await copyFile(join(dataDir, SECRET_FILE), join(folder, SECRET_FILE))
  await chmod(join(folder, SECRET_FILE), 0o600)
  return [SECRET_FILE]
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}
