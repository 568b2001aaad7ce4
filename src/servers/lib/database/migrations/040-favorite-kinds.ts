import { sql, type Kysely } from 'kysely'

/**
 * Adds indexes for favourites of a kind and of a tool. They only have the favourites, so other items
 * do not write into them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const filter of ['kind', 'service'])
    await db.schema
      .createIndex(`library_favourite_${filter}`)
      .on('library_item')
      .columns(['user_id', filter, 'created_at', 'id'])
      .where(sql.ref('favourite'), '=', sql.lit(1))
      .execute()
}
