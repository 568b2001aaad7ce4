import type { Kysely } from 'kysely'

/** How a site looks to whoever has not chosen: dark, light, or as their system prefers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('site')
    .addColumn('theme', 'text', column => column.notNull().defaultTo('dark'))
    .execute()
}
