import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createDiskBlobs } from '#servers/lib/blobs.ts'
import {
  connectDatabase,
  openDatabase,
  type DatabasePlace
} from '#servers/lib/database/database.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { readManifest, verifyFiles } from '#servers/operation/manifest.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'
import { restore } from '#servers/operation/restore.ts'
import { BLOB_FOLDER } from '#servers/operation/stores.ts'

/** PostgreSQL's code where a user may not make databases. */
const NOT_ALLOWED = '42501'

/**
 * Restores a backup into a temporary place, upgrades it, checks its ledger, and removes it. The
 * place is beside the backup, so the disk must hold it twice.
 * @param from the backup's folder
 * @param databaseUrl the server of the deployment's database; null for SQLite
 * @throws Error in a sentence when the backup cannot be restored, or its ledger is wrong
 */
export async function drillBackup(
  from: string,
  databaseUrl: string | null,
  telling: CommandProgress
): Promise<void> {
  const { kind } = await readManifest(from)
  const folder = await mkdtemp(join(dirname(from), '.drill-'))
  const temporary = kind === 'sqlite' ? null : await createTemporaryDatabase(databaseUrl)
  try {
    if (temporary === 'refused') {
      await verifyFiles(from, await readManifest(from), telling)
      telling.say(
        'The files are whole. The database was not restored, since its user may not create databases (CREATEDB).'
      )
      return
    }
    await restoreInto({ url: temporary, dataDir: folder }, from, telling)
  } finally {
    await rm(folder, { recursive: true, force: true })
    if (temporary !== null && temporary !== 'refused')
      await dropTemporaryDatabase(databaseUrl, temporary)
  }
}

async function restoreInto(
  place: DatabasePlace,
  from: string,
  telling: CommandProgress
): Promise<void> {
  const blobFolder = join(place.dataDir, BLOB_FOLDER)
  // Files of a drill never go to the deployment's bucket.
  const stores = { place, blobs: createDiskBlobs(blobFolder), blobFolder }
  const { made_at, files } = await restore(stores, from, telling)
  const database = await openDatabase({ ...place, notice: telling.say })
  try {
    const { disagreements } = await checkLedger(database, { now: Date.parse(made_at) })
    const [first] = disagreements
    if (first !== undefined)
      throw new Error(
        `The backup of ${made_at} was restored, but its ledger has ${disagreements.length} differences: ${first.rule}: ${first.id} ${first.says}`
      )
    telling.say(`Restored ${files.length} files of ${made_at} for a trial. The ledger agrees.`)
  } finally {
    await database.close()
  }
}

/** @returns the address of an empty database; `refused` if this user may not create one */
async function createTemporaryDatabase(databaseUrl: string | null): Promise<string> {
  if (databaseUrl === null)
    throw new Error('The backup is of PostgreSQL. Set DATABASE_URL, so that it can be tried there.')
  const name = `polymuse_drill_${randomBytes(6).toString('hex')}`
  try {
    await onServer(databaseUrl, `create database ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code === NOT_ALLOWED) return 'refused'
    throw error
  }
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

async function dropTemporaryDatabase(databaseUrl: string | null, temporary: string): Promise<void> {
  const name = new URL(temporary).pathname.slice(1)
  if (databaseUrl !== null) await onServer(databaseUrl, `drop database if exists ${name}`)
}

async function onServer(url: string, statement: string): Promise<void> {
  const database = connectDatabase({ url, dataDir: '' })
  await sql
    .raw(statement)
    .execute(database.db)
    .finally(() => database.close())
}
