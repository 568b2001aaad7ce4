import type { Kysely } from 'kysely'

/** Adds prompts that users sent to several models at once, and the models that won. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comparison_vote')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('prompt', 'text', column => column.notNull())
    .addColumn('models', 'text', column => column.notNull())
    .addColumn('winner', 'integer')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('comparison_vote_user')
    .on('comparison_vote')
    .columns(['user_id', 'created_at', 'id'])
    .execute()
}
