import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/database.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { up as engines } from '#servers/lib/database/migrations/002-engines.ts'
import { up as start } from '#servers/lib/database/migrations/001-start.ts'

type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** In order; the schema's version is the number of those applied. Never edited once released, only added to. */
const MIGRATIONS: readonly Migration[] = [start, engines]

export const SCHEMA_VERSION = MIGRATIONS.length

/** Any constant: two processes that start at once must take the same PostgreSQL lock. */
const LOCK = 4_321_000_001

/**
 * Brings a database to this version's schema: every missing migration in one transaction, so that a stop in the
 * middle leaves the old schema whole.
 * @returns the version it had before
 * @throws Error when the schema is newer than this version of Polymuse
 */
export async function migrate(kysely: Kysely<Tables>, kind: DatabaseKind): Promise<number> {
  return kysely.transaction().execute(async transaction => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    await transaction.schema
      .createTable('schema_version')
      .ifNotExists()
      .addColumn('version', 'integer', column => column.notNull())
      .execute()
    const found = await sql<{ version: number }>`select version from schema_version`.execute(transaction)
    const version = found.rows[0]?.version ?? 0
    if (version > SCHEMA_VERSION) {
      throw new Error(
        `The database has schema ${version}, this Polymuse knows ${SCHEMA_VERSION}. Start the newer Polymuse that wrote it, or restore a backup.`
      )
    }
    for (const apply of MIGRATIONS.slice(version)) await apply(transaction as unknown as Kysely<unknown>, kind)
    if (found.rows.length === 0) await sql`insert into schema_version (version) values (${SCHEMA_VERSION})`.execute(transaction)
    else await sql`update schema_version set version = ${SCHEMA_VERSION}`.execute(transaction)
    return version
  })
}
