import type { Kysely } from 'kysely'

/** Adds browsers that receive push messages, and the messages that wait to be sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('grant_id', 'text', column => column.notNull())
    .addColumn('endpoint', 'text', column => column.notNull().unique())
    .addColumn('p256dh', 'text', column => column.notNull())
    .addColumn('auth', 'text', column => column.notNull())
    .addColumn('locale', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('push_user').on('push').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('push_grant').on('push').column('grant_id').execute()
  await db.schema
    .createTable('push_message')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('push_id', 'text', column => column.notNull())
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('service', 'text', column => column.notNull())
    .addColumn('ready', 'integer', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_at', 'bigint', column => column.notNull())
    .addColumn('give_up_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('push_message_due').on('push_message').column('next_at').execute()
  await db.schema.createIndex('push_message_push').on('push_message').column('push_id').execute()
}
