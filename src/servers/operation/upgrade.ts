import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectDatabase, openDatabase, type Database } from '#servers/lib/database/database.ts'
import {
  listMissingMigrations,
  migrateWithin,
  readSchemaVersion,
  refuseNewerSchema,
  refuseOlderSchema,
  SCHEMA_VERSION
} from '#servers/lib/database/migrate.ts'
import { backup } from '#servers/operation/backup.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import type { CommandProgress } from '#servers/operation/progress.ts'
import { snapshotSqlite } from '#servers/operation/sqlite-snapshot.ts'
import type { Stores } from '#servers/operation/stores.ts'

type UpgradeOptions = {
  /** The folder of all backups; null only tries the upgrade and changes nothing. */
  backups: string | null
  /** Unix milliseconds. */
  now: number
}

/**
 * Upgrades the data to this version's schema: tries it first, makes a backup, changes the data, and
 * compares the ledger. Servers of the old version may go on meanwhile, since migrations only add.
 * @throws Error in a sentence. The data is then as it was, unless it says that the ledger of the
 *   upgraded data disagrees
 */
export async function upgrade(
  stores: Stores,
  { backups, now }: UpgradeOptions,
  telling: CommandProgress
): Promise<void> {
  const { say } = telling
  const found = await readVersion(stores)
  if (found === SCHEMA_VERSION)
    return say(`The data has schema ${found}, as this version needs. Nothing has to change.`)
  say(`The data has schema ${found}, this version needs ${SCHEMA_VERSION}. Missing migrations:`)
  for (const name of listMissingMigrations(found)) say(`  ${name}`)
  const began = performance.now()
  const tried = await (stores.place.url === null
    ? trySqlite(stores, now, telling)
    : tryPostgres(stores))
  say(`Tried ${tried}: it works, and took ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  if (backups === null) return say('This was a trial: nothing was changed.')
  const kept = await backup(stores, backups, now, telling)
  say(`The backup is whole: ${kept}`)
  const database = await openDatabase({ ...stores.place, notice: say })
  try {
    await requireLedger(database, now, `Restore ${kept} to go back.`)
  } finally {
    await database.close()
  }
  say('The data is upgraded, and all credits agree with the ledger. Restart Polymuse.')
}

/** @throws Error if there is no data, or its schema is newer or older than this version can use */
async function readVersion({ place }: Stores): Promise<number> {
  const database = connectDatabase(place)
  try {
    const found = await readSchemaVersion(database.db)
    refuseNewerSchema('database', found)
    refuseOlderSchema('database', found)
    if (found === 0) throw new Error('There is nothing in this database yet. Start Polymuse.')
    return found
  } finally {
    await database.close()
  }
}

/** Upgrades a copy beside the data, where there is room for it, and removes it. */
async function trySqlite(
  { place: { dataDir } }: Stores,
  now: number,
  telling: CommandProgress
): Promise<string> {
  const folder = await mkdtemp(join(dataDir, '.upgrading-'))
  try {
    await snapshotSqlite(dataDir, folder, telling)
    const copy = await openDatabase({ url: null, dataDir: folder, notice: () => undefined })
    try {
      await requireLedger(copy, now, 'Nothing was changed.')
    } finally {
      await copy.close()
    }
    return 'on a copy'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds that the trial waits for a table that a server uses. */
const PATIENCE = 5000

class RolledBack extends Error {}

/** Upgrades the database in a transaction and rolls it back. */
async function tryPostgres({ place }: Stores): Promise<string> {
  const database = connectDatabase(place)
  try {
    await database.transaction(async tx => {
      await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
      await migrateWithin(tx, 'postgres')
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  } finally {
    await database.close()
  }
  return 'in a transaction that was rolled back'
}

async function requireLedger(database: Database, now: number, advice: string): Promise<void> {
  const { disagreements } = await checkLedger(database, { now })
  const [first] = disagreements
  if (first === undefined) return
  throw new Error(
    `In the upgraded data, ${disagreements.length} credits disagree with the ledger (${first.rule}: ${first.id} ${first.says}). ${advice}`
  )
}
