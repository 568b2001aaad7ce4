import type { Kysely } from 'kysely'

/** Adds a site's default theme for readers who have not chosen: dark, light, or their system's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('site')
    .addColumn('theme', 'text', column => column.notNull().defaultTo('dark'))
    .execute()
}
