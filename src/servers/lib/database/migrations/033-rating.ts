import type { Kysely } from 'kysely'

/** Adds ratings to the items of the library, from 1 to 5 stars; 0 for an item without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('library_item')
    .addColumn('rating', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('library_rating')
    .on('library_item')
    .columns(['user_id', 'rating', 'created_at', 'id'])
    .execute()
}
