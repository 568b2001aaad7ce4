import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { createDiskBlobs } from '#servers/lib/blobs.ts'
import { connectDatabase, sqliteFile, type Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import {
  migrateWithin,
  refuseNewerSchema,
  refuseOlderSchema,
  readSchemaVersion
} from '#servers/lib/database/migrate.ts'
import { readManifest, verifyFiles, type Manifest } from '#servers/operation/manifest.ts'
import { importPostgres } from '#servers/operation/postgres-tables.ts'
import { createProgressReporter, type CommandProgress } from '#servers/operation/progress.ts'
import { countRows, listDataTables } from '#servers/operation/snapshot.ts'
import { BLOB_FOLDER, SECRET_FILE, type Stores } from '#servers/operation/stores.ts'

/**
 * Folder for everything before it is moved into place. It is in the data folder, and so on the same
 * disk.
 */
const STAGE = '.restoring'

/** Files that an empty data folder may contain. */
const NOTHING = new Set([STAGE, 'lost+found'])

const IN_USE =
  'A server has begun to use the database meanwhile. Stop it, and begin with an empty one.'

/**
 * Restores a backup into an empty data folder and an empty database, all or nothing. The schema
 * stays as it was; the next start upgrades it. After a failure, only files in a bucket stay, since
 * others may use the same bytes.
 * @param from a folder that {@link backup} made
 * @throws Error in a sentence, before anything is written if the backup does not fit or is
 *   incomplete
 */
export async function restore(
  stores: Stores,
  from: string,
  telling: CommandProgress
): Promise<Manifest> {
  const manifest = await readManifest(from)
  const { dataDir } = stores.place
  requireFit(stores, manifest)
  await requireEmptyFolder(dataDir)
  if (manifest.kind === 'postgres')
    await withDatabase(stores, database => requireNoTables(database.db))
  await verifyFiles(from, manifest, telling)

  const stage = join(dataDir, STAGE)
  const placed: string[] = []
  try {
    await rm(stage, { recursive: true, force: true })
    await mkdir(stage, { recursive: true, mode: 0o700 })
    await stageFiles(stores, from, stage, manifest, telling)
    await (manifest.kind === 'sqlite' ? placeSqlite() : placePostgres())
    await rm(stage, { recursive: true, force: true })
  } catch (error) {
    for (const path of [...placed, stage]) await rm(path, { recursive: true, force: true })
    throw error
  }
  await withDatabase(stores, database => requireWhole(database.db, manifest))
  return manifest

  /**
   * Moves everything into place, the database last. A server that starts before finds no database.
   */
  async function place(): Promise<void> {
    for (const name of [BLOB_FOLDER, SECRET_FILE, basename(sqliteFile(''))]) {
      if (!(await readdir(stage)).includes(name)) continue
      placed.push(join(dataDir, name))
      await rename(join(stage, name), join(dataDir, name))
    }
  }

  async function placeSqlite(): Promise<void> {
    await copyFile(sqliteFile(from), sqliteFile(stage))
    await withDatabase({ place: { url: null, dataDir: stage } }, database =>
      requireWhole(database.db, manifest)
    )
    await place()
  }

  /** Fills the PostgreSQL database in one transaction, so that all rows appear at once. */
  async function placePostgres(): Promise<void> {
    await withDatabase(stores, database =>
      database.transaction(async tx => {
        const before = await migrateWithin(tx, 'postgres', { target: manifest.schema })
        if (before > 0) throw new Error(IN_USE)
        await importPostgres(tx, from, Object.keys(manifest.tables), telling)
        await requireWhole(tx, manifest)
        await place()
      })
    )
  }
}

async function withDatabase<T>(
  { place }: Pick<Stores, 'place'>,
  work: (database: Database) => Promise<T>
): Promise<T> {
  const database = connectDatabase(place)
  return work(database).finally(() => database.close())
}

function requireFit({ place }: Stores, { kind, schema }: Manifest): void {
  refuseNewerSchema('backup', schema)
  refuseOlderSchema('backup', schema)
  const here = place.url === null ? 'sqlite' : 'postgres'
  if (kind === here) return
  const advice =
    kind === 'postgres'
      ? 'Set DATABASE_URL to an empty PostgreSQL database.'
      : 'Leave DATABASE_URL out.'
  throw new Error(`The backup is of ${kind === 'postgres' ? 'PostgreSQL' : 'SQLite'}. ${advice}`)
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const held = found.filter(name => !NOTHING.has(name))
  if (held.length === 0) return
  throw new Error(
    `${dataDir} is not empty (${held.slice(0, 5).join(', ')}). Stop Polymuse and move it away, or set DATA_DIR to a new folder.`
  )
}

async function requireNoTables(db: Queries): Promise<void> {
  const tables = await listDataTables(db)
  if (tables.length === 0) return
  throw new Error(
    `The database is not empty (${tables.slice(0, 5).join(', ')}). Stop Polymuse, make a new one by createdb, and set DATABASE_URL to it.`
  )
}

async function stageFiles(
  stores: Stores,
  from: string,
  stage: string,
  { files }: Manifest,
  telling: CommandProgress
): Promise<void> {
  const blobs =
    stores.blobFolder === null ? stores.blobs : createDiskBlobs(join(stage, BLOB_FOLDER))
  const tell = createProgressReporter(telling, 'Files')
  for (const [index, { path, size, sha256 }] of files.entries()) {
    if (path.startsWith(`${BLOB_FOLDER}/`)) {
      const body = Readable.toWeb(createReadStream(join(from, path))) as ReadableStream<Uint8Array>
      const stored = await blobs.put(basename(path), body, size)
      if (stored.sha256 !== sha256) throw new Error(`${path} was changed while it was restored.`)
    }
    if (path === SECRET_FILE) {
      await copyFile(join(from, SECRET_FILE), join(stage, SECRET_FILE))
      await chmod(join(stage, SECRET_FILE), 0o600)
    }
    tell(index + 1, files.length)
  }
}

/** @throws Error when a database differs from the manifest */
async function requireWhole(db: Queries, { schema, tables }: Manifest): Promise<void> {
  const version = await readSchemaVersion(db)
  if (version !== schema)
    throw new Error(`The restored database has schema ${version}, the backup ${schema}.`)
  const own = new Set(await listDataTables(db))
  const expected = Object.keys(tables).filter(table => own.has(table))
  const found = await countRows(db, expected)
  const wrong = expected.filter(table => found[table] !== tables[table])
  if (wrong.length > 0)
    throw new Error(
      `The restored database has other rows than the backup: ${wrong.map(table => `${table} ${found[table]} of ${tables[table]}`).join(', ')}.`
    )
}
