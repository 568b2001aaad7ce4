import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

/** The row of each event whose origin says whether a preset is a site's. */
const ROWS = { insert: 'new', update: 'new', delete: 'old' } as const

/**
 * Adds saved settings of tools. Presets of sites appear on public pages, so their changes are
 * counted; those of users are not.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('preset')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('service', 'text', column => column.notNull())
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('settings', 'text')
    .addColumn('prompt', 'text', column => column.notNull())
    .addColumn('style', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('preset_owner')
    .on('preset')
    .columns(['user_id', 'origin', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('preset_origin').on('preset').column('origin').execute()
  for (const [event, row] of Object.entries(ROWS)) {
    const when = `when (${row}.origin <> '')`
    const effect =
      kind === 'sqlite'
        ? `${when} begin update shown_version set version = version + 1; end`
        : `for each row ${when} execute function count_shown()`
    await sql
      .raw(`create trigger shown_preset_${event} after ${event} on preset ${effect}`)
      .execute(db)
  }
}
