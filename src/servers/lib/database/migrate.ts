import { sql, type Kysely } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { up as chatModels } from '#servers/lib/database/migrations/020-chat-models.ts'
import { up as featured } from '#servers/lib/database/migrations/021-featured.ts'
import { up as runCosts } from '#servers/lib/database/migrations/022-run-costs.ts'
import { up as drift } from '#servers/lib/database/migrations/023-drift.ts'
import { up as ownServices } from '#servers/lib/database/migrations/024-own-services.ts'
import { up as shownVersion } from '#servers/lib/database/migrations/025-shown-version.ts'
import { up as growthIndexes } from '#servers/lib/database/migrations/026-growth-indexes.ts'
import { up as library } from '#servers/lib/database/migrations/027-library.ts'
import { up as push } from '#servers/lib/database/migrations/028-push.ts'
import { up as projects } from '#servers/lib/database/migrations/029-projects.ts'
import { up as comparison } from '#servers/lib/database/migrations/030-comparison.ts'
import { up as publications } from '#servers/lib/database/migrations/031-publications.ts'
import { up as presets } from '#servers/lib/database/migrations/032-presets.ts'
import { up as rating } from '#servers/lib/database/migrations/033-rating.ts'
import { up as exploreIndexes } from '#servers/lib/database/migrations/034-explore-indexes.ts'
import { up as runsWatched } from '#servers/lib/database/migrations/036-runs-watched.ts'
import { up as libraryWords } from '#servers/lib/database/migrations/039-library-words.ts'
import { up as favoriteKinds } from '#servers/lib/database/migrations/040-favorite-kinds.ts'
import { up as keyRests } from '#servers/lib/database/migrations/041-key-rests.ts'
import { up as auditChain } from '#servers/lib/database/migrations/042-audit-chain.ts'
import { up as codeGrant } from '#servers/lib/database/migrations/043-code-grant.ts'
import { up as retention } from '#servers/lib/database/migrations/044-retention.ts'
import { up as deletedAccounts } from '#servers/lib/database/migrations/045-deleted-accounts.ts'
import { up as favouriteWords } from '#servers/lib/database/migrations/046-favourite-words.ts'
import { up as librarySources } from '#servers/lib/database/migrations/047-library-sources.ts'
import { up as passageGrams } from '#servers/lib/database/migrations/048-passage-grams.ts'
import { up as keyLeases } from '#servers/lib/database/migrations/017-key-leases.ts'
import { up as siteTexts } from '#servers/lib/database/migrations/018-site-texts.ts'
import { up as siteTheme } from '#servers/lib/database/migrations/019-site-theme.ts'
import { up as storage } from '#servers/lib/database/migrations/016-storage.ts'
import { createSchema } from '#servers/lib/database/schema/schema.ts'

type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** The schema of the first version: earlier ones were never released. */
export const FIRST_SCHEMA = 15

/**
 * Migrations in order. The first one creates {@link FIRST_SCHEMA}, and each other one adds a
 * version. Never edit a released one; only append.
 */
const BY_NAME = {
  createSchema,
  storage,
  keyLeases,
  siteTexts,
  siteTheme,
  chatModels,
  featured,
  runCosts,
  drift,
  ownServices,
  shownVersion,
  growthIndexes,
  library,
  push,
  projects,
  comparison,
  publications,
  presets,
  rating,
  exploreIndexes,
  runsWatched,
  libraryWords,
  favoriteKinds,
  keyRests,
  auditChain,
  codeGrant,
  retention,
  deletedAccounts,
  favouriteWords,
  librarySources,
  passageGrams
} satisfies Record<string, Migration>

const MIGRATIONS = Object.values(BY_NAME)

/**
 * Names the migrations that a database of a schema lacks.
 * @param version the schema that it has
 */
export function listMissingMigrations(version: number): string[] {
  return Object.keys(BY_NAME)
    .map((name, index) => ({ name, reached: FIRST_SCHEMA + index }))
    .filter(({ reached }) => reached > version)
    .map(({ name, reached }) => `${reached} ${name}`)
}

export const SCHEMA_VERSION = FIRST_SCHEMA + MIGRATIONS.length - 1

/**
 * Number of the PostgreSQL lock; any constant works. Processes that start together must use the
 * same one.
 */
const LOCK = 4_321_000_001

export type MigrationStep = 'begun' | 'guarded' | `applied ${number}` | 'written' | 'committed'

type MigrateOptions = {
  /**
   * The version to stop at; the newest by default. A restored backup first gets the schema that it
   * was made with.
   */
  target?: number
  /**
   * Called before existing data changes, under the lock. Another connection still reads the old
   * data then. If it throws, the old schema stays.
   */
  beforeUpgrade?: (from: number, to: number) => void | Promise<void>
  /** Reports each step, for tests that stop there. */
  onStep?: (step: MigrationStep) => void
}

/**
 * Upgrades a database to this version's schema. All missing migrations run in one transaction, so
 * that an interrupted upgrade leaves the old schema intact.
 * @returns the version it had before
 * @throws Error when the schema is newer than this version of Polymuse
 */
export async function migrate(
  kysely: Kysely<Tables>,
  kind: DatabaseKind,
  options: MigrateOptions = {}
): Promise<number> {
  const version = await kysely
    .transaction()
    .execute(transaction => migrateWithin(transaction, kind, options))
  options.onStep?.('committed')
  return version
}

/** Runs {@link migrate} inside the caller's transaction. */
export async function migrateWithin(
  transaction: Queries,
  kind: DatabaseKind,
  options: MigrateOptions = {}
): Promise<number> {
  const { target = SCHEMA_VERSION, beforeUpgrade, onStep } = options
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
  onStep?.('begun')
  await transaction.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', column => column.notNull())
    .execute()
  const found = await sql<{ version: number }>`select version from schema_version`.execute(
    transaction
  )
  const version = found.rows[0]?.version ?? 0
  refuseNewerSchema('database', version, target)
  refuseOlderSchema('database', version)
  if (version === target) return version
  if (version > 0) await beforeUpgrade?.(version, target)
  onStep?.('guarded')
  for (const [index, apply] of MIGRATIONS.entries()) {
    const reached = FIRST_SCHEMA + index
    if (reached <= version || reached > target) continue
    await apply(transaction as unknown as Kysely<unknown>, kind)
    onStep?.(`applied ${reached}`)
  }
  if (found.rows.length === 0)
    await sql`insert into schema_version (version) values (${target})`.execute(transaction)
  else await sql`update schema_version set version = ${target}`.execute(transaction)
  onStep?.('written')
  return version
}

/** @throws Error when the found schema is newer than this version of Polymuse */
export function refuseNewerSchema(
  what: 'database' | 'backup',
  found: number,
  known = SCHEMA_VERSION
): void {
  if (found <= known) return
  const advice =
    what === 'database'
      ? 'Start the newer Polymuse that wrote it, or restore a backup.'
      : 'Restore it with the newer Polymuse that wrote it.'
  throw new Error(`The ${what} has schema ${found}, this Polymuse knows ${known}. ${advice}`)
}

/** @throws Error when what was found is older than the first version of Polymuse */
export function refuseOlderSchema(what: 'database' | 'backup', found: number): void {
  if (found === 0 || found >= FIRST_SCHEMA) return
  throw new Error(
    `The ${what} has schema ${found}, from before the first version. This Polymuse opens schema ${FIRST_SCHEMA} and later.`
  )
}

/** Reads the schema version of a database; 0 where Polymuse was never installed. */
export async function readSchemaVersion(db: Queries): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(table => table.name === 'schema_version')) return 0
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** @throws Error when the schema is not this version's: only a start of Polymuse upgrades it */
export async function requireSchema(db: Queries): Promise<void> {
  const found = await readSchemaVersion(db)
  refuseNewerSchema('database', found)
  if (found < SCHEMA_VERSION)
    throw new Error(
      `The database has schema ${found}, this Polymuse needs ${SCHEMA_VERSION}. Start it once to upgrade.`
    )
}
