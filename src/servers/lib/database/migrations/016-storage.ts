import { sql, type Kysely } from 'kysely'

/** How much each conversation holds, and indexes from which a person's storage is summed without a look at the rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('conversation')
    .addColumn('size', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  // As it was counted when this was written: `measureConversation` may count otherwise one day.
  await sql`update conversation set size = coalesce((select sum(octet_length(content) + octet_length(reasoning) + 300)
    from message where message.conversation_id = conversation.id), 0)`.execute(db)
  await db.schema.createIndex('conversation_size').on('conversation').columns(['user_id', 'size']).execute()
  await db.schema.createIndex('file_size').on('file').columns(['user_id', 'size']).execute()
}
