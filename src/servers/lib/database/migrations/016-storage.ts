import { sql, type Kysely } from 'kysely'

/** Adds each conversation's size, and indexes that alone suffice to sum a user's storage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('conversation')
    .addColumn('size', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  // This is a copy of the formula, since `updateConversationSize` may change later.
  await sql`update conversation set size = coalesce((select sum(octet_length(content) + octet_length(reasoning) + 300)
    from message where message.conversation_id = conversation.id), 0)`.execute(db)
  await db.schema
    .createIndex('conversation_size')
    .on('conversation')
    .columns(['user_id', 'size'])
    .execute()
  await db.schema.createIndex('file_size').on('file').columns(['user_id', 'size']).execute()
}
