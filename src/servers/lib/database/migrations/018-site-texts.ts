import type { Kysely } from 'kysely'

/** Adds a site's texts in single languages, and the format of its page titles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, value] of Object.entries({ texts: '{}', page_title: '' }))
    await db.schema
      .alterTable('site')
      .addColumn(name, 'text', column => column.notNull().defaultTo(value))
      .execute()
}
