import type { Kysely } from 'kysely'

/**
 * Adds indexes for Explore by kind and by tool. Without them, a page of a rare kind would read all
 * results that its site shows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const filter of ['kind', 'service'])
    for (const order of ['listed_at', 'likes'])
      await db.schema
        .createIndex(`publication_${filter}_${order}`)
        .on('publication')
        .columns(['origin', 'state', filter, order, 'id'])
        .execute()
}
