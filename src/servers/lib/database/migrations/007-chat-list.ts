import { sql, type Kysely } from 'kysely'

/**
 * Lists in the order they are shown in, of all chats and of one model each: a page of a long list is read from where it
 * stands, no matter how long it is. What sweeps look for, and the runs of a conversation, which are read with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const shown = sql`listed = 1 and deleted_at is null`
  // What is always the same stands at the end: SQLite would look it up in the rows of those that it counts.
  const order = sql`pinned desc, updated_at desc, id, listed, deleted_at`
  await sql`create index conversation_list on conversation (user_id, ${order}) where ${shown}`.execute(db)
  await sql`create index conversation_models on conversation (user_id, model, ${order}) where ${shown}`.execute(db)
  await sql`create index conversation_deleted on conversation (deleted_at) where deleted_at is not null`.execute(db)
  await sql`create index conversation_unkept on conversation (updated_at) where listed = 0`.execute(db)
  await sql`create index run_conversation on run (conversation_id, created_at) where conversation_id is not null`.execute(db)
}
