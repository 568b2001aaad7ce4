import { sql, type Kysely } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { up as accounts } from '#servers/lib/database/migrations/003-accounts.ts'
import { up as chat } from '#servers/lib/database/migrations/006-chat.ts'
import { up as chatModels } from '#servers/lib/database/migrations/020-chat-models.ts'
import { up as chatList } from '#servers/lib/database/migrations/007-chat-list.ts'
import { up as engines } from '#servers/lib/database/migrations/002-engines.ts'
import { up as guests } from '#servers/lib/database/migrations/008-guests.ts'
import { up as providerKeys } from '#servers/lib/database/migrations/009-provider-keys.ts'
import { up as keyLeases } from '#servers/lib/database/migrations/017-key-leases.ts'
import { up as money } from '#servers/lib/database/migrations/010-money.ts'
import { up as moderation } from '#servers/lib/database/migrations/015-moderation.ts'
import { up as operation } from '#servers/lib/database/migrations/014-operation.ts'
import { up as people } from '#servers/lib/database/migrations/013-people.ts'
import { up as platform } from '#servers/lib/database/migrations/004-platform.ts'
import { up as rewards } from '#servers/lib/database/migrations/011-rewards.ts'
import { up as siteTexts } from '#servers/lib/database/migrations/018-site-texts.ts'
import { up as siteTheme } from '#servers/lib/database/migrations/019-site-theme.ts'
import { up as sites } from '#servers/lib/database/migrations/012-sites.ts'
import { up as storage } from '#servers/lib/database/migrations/016-storage.ts'
import { up as start } from '#servers/lib/database/migrations/001-start.ts'
import { up as tasks } from '#servers/lib/database/migrations/005-tasks.ts'

export type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** In order; the schema's version is the number of those applied. Never edited once released, only added to. */
export const MIGRATIONS: readonly Migration[] = [
  start,
  engines,
  accounts,
  platform,
  tasks,
  chat,
  chatList,
  guests,
  providerKeys,
  money,
  rewards,
  sites,
  people,
  operation,
  moderation,
  storage,
  keyLeases,
  siteTexts,
  siteTheme,
  chatModels
]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Any constant: two processes that start at once must take the same PostgreSQL lock. */
const LOCK = 4_321_000_001

export type MigrationStep = 'begun' | 'guarded' | `applied ${number}` | 'written' | 'committed'

export type MigrateOptions = {
  /** How far to go; all the way when not given. An older schema is made by fewer, of a backup or in a test. */
  migrations?: readonly Migration[]
  /**
   * Called when data that is there is about to change, while the lock is held and nothing is changed yet: who reads the
   * database by another connection sees the old one. What it throws keeps the old schema.
   */
  beforeUpgrade?: (from: number, to: number) => void | Promise<void>
  /** Told how far it got, for tests that stop there. */
  onStep?: (step: MigrationStep) => void
}

/**
 * Brings a database to this version's schema: every missing migration in one transaction, so that a stop in the
 * middle leaves the old schema whole.
 * @returns the version it had before
 * @throws Error when the schema is newer than this version of Polymuse
 */
export async function migrate(kysely: Kysely<Tables>, kind: DatabaseKind, options: MigrateOptions = {}): Promise<number> {
  const version = await kysely.transaction().execute(transaction => migrateWithin(transaction, kind, options))
  options.onStep?.('committed')
  return version
}

/** The same inside the caller's transaction. */
export async function migrateWithin(transaction: Queries, kind: DatabaseKind, options: MigrateOptions = {}): Promise<number> {
  const { migrations = MIGRATIONS, beforeUpgrade, onStep } = options
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
  onStep?.('begun')
  await transaction.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', column => column.notNull())
    .execute()
  const found = await sql<{ version: number }>`select version from schema_version`.execute(transaction)
  const version = found.rows[0]?.version ?? 0
  refuseNewer('database', version, migrations.length)
  if (version === migrations.length) return version
  if (version > 0) await beforeUpgrade?.(version, migrations.length)
  onStep?.('guarded')
  for (const [index, apply] of migrations.entries()) {
    if (index < version) continue
    await apply(transaction as unknown as Kysely<unknown>, kind)
    onStep?.(`applied ${index + 1}`)
  }
  if (found.rows.length === 0) await sql`insert into schema_version (version) values (${migrations.length})`.execute(transaction)
  else await sql`update schema_version set version = ${migrations.length}`.execute(transaction)
  onStep?.('written')
  return version
}

/** @throws Error when what was found is newer than this version of Polymuse */
export function refuseNewer(what: 'database' | 'backup', found: number, known = SCHEMA_VERSION): void {
  if (found <= known) return
  const advice =
    what === 'database'
      ? 'Start the newer Polymuse that wrote it, or restore a backup.'
      : 'Restore it with the newer Polymuse that wrote it.'
  throw new Error(`The ${what} has schema ${found}, this Polymuse knows ${known}. ${advice}`)
}

/** The schema that a database has; 0 where Polymuse never was. */
export async function schemaVersionOf(db: Queries): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(table => table.name === 'schema_version')) return 0
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** @throws Error when the schema is not this version's own: nothing but a start changes it */
export async function requireSchema(db: Queries): Promise<void> {
  const found = await schemaVersionOf(db)
  refuseNewer('database', found)
  if (found < SCHEMA_VERSION)
    throw new Error(`The database has schema ${found}, this Polymuse needs ${SCHEMA_VERSION}. Start it once to upgrade.`)
}
