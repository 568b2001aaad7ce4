import type { Kysely } from 'kysely'

/** What a site says of itself in single languages, and how titles of its pages are put together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, value] of Object.entries({ texts: '{}', page_title: '' }))
    await db.schema
      .alterTable('site')
      .addColumn(name, 'text', column => column.notNull().defaultTo(value))
      .execute()
}
