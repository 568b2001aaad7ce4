import type { CreateTableBuilder, Kysely } from 'kysely'

type Table = CreateTableBuilder<string, string>

/** Tasks, their callbacks, files, calls that happen once, and free amounts by the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await widenRuns(db)
  await text(db.schema.createTable('idempotency') as Table, 'owner', 'route', 'key', 'body_hash')
    .addColumn('run_id', 'text')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['owner', 'route', 'key'])
    .execute()
  await text(rows(db, 'file'), 'user_id', 'purpose', 'name', 'type', 'sha256', 'blob')
    .addColumn('run_id', 'text')
    .addColumn('size', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await text(rows(db, 'callback'), 'user_id', 'run_id', 'url', 'body', 'state', 'note')
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('next_at', 'bigint', column => column.notNull())
    .addColumn('give_up_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await text(db.schema.createTable('free_slot') as Table, 'key')
    .addColumn('day', 'integer', column => column.notNull())
    .addColumn('slot', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('free_slot_key', ['key', 'day', 'slot'])
    .execute()
  await db.schema.createIndex('callback_due').on('callback').columns(['state', 'next_at']).execute()
  await db.schema.createIndex('callback_run').on('callback').column('run_id').execute()
  await db.schema.createIndex('file_owner').on('file').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('file_run').on('file').column('run_id').execute()
  await db.schema.createIndex('idempotency_age').on('idempotency').column('created_at').execute()
}

/** What a task has over a chat: its request, what the provider calls it, when it must end, what came of it. */
async function widenRuns(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: 'text' | 'bigint' | 'integer') => db.schema.alterTable('run').addColumn(name, type).execute()
  for (const name of ['provider', 'reference', 'request', 'response', 'callback_url'] as const) await add(name, 'text')
  for (const name of ['deadline_at', 'poll_at', 'started_at'] as const) await add(name, 'bigint')
  await add('progress', 'integer')
  await db.schema.createIndex('run_due').on('run').columns(['state', 'poll_at']).execute()
}

function rows(db: Kysely<unknown>, name: string): Table {
  return db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
}

function text(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'text', column => column.notNull()), builder)
}
