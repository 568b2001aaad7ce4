import type { CreateTableBuilder, Kysely } from 'kysely'

type Db = Kysely<unknown>
type Table = CreateTableBuilder<string, string>

/** What is sold and by whom it was brought: operators' changes to services, packages, orders, rewards, short links, site settings. */
export async function up(db: Db): Promise<void> {
  await times(
    text(db.schema.createTable('service_change') as Table, 'changes').addColumn('service_id', 'text', column => column.primaryKey()),
    'updated_at'
  ).execute()
  await times(text(rows(db, 'package'), 'service_id', 'type', 'title'), 'amount', 'price', 'duration', 'created_at', 'updated_at')
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('active', 'integer', column => column.notNull())
    .execute()
  await times(
    text(rows(db, 'order'), 'user_id', 'origin', 'application_ids', 'package_ids', 'description', 'state', 'pay_way', 'fund'),
    'amount',
    'price',
    'created_at',
    'updated_at'
  )
    .addColumn('duration', 'bigint', column => column.notNull())
    .addColumn('pay_id', 'text')
    .addColumn('pay_url', 'text')
    .addColumn('paid_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute()
  await rewards(db)
  await times(
    text(db.schema.createTable('short_link') as Table, 'user_id', 'content').addColumn('code', 'text', column => column.primaryKey()),
    'created_at'
  )
    .addUniqueConstraint('short_link_content', ['user_id', 'content'])
    .execute()
  await sites(db)
  await db.schema.alterTable('credential').addColumn('limited', 'bigint').execute()
  await db.schema.createIndex('run_credential').on('run').column('credential_id').execute()
  await db.schema.createIndex('order_owner').on('order').columns(['user_id', 'created_at']).execute()
}

/** What inviters earn: one entry for each paid order of somebody they invited. */
async function rewards(db: Db): Promise<void> {
  await times(text(rows(db, 'distribution_level'), 'title'), 'threshold', 'percentage', 'created_at')
    .addColumn('level', 'integer', column => column.notNull().unique())
    .execute()
  await times(
    (db.schema.createTable('distribution_status') as Table).addColumn('user_id', 'text', column => column.primaryKey()),
    'price',
    'reward',
    'created_at',
    'updated_at'
  ).execute()
  await times(text(rows(db, 'distribution_history'), 'user_id', 'invitee_id', 'order_id'), 'price', 'reward', 'percentage', 'created_at')
    .addUniqueConstraint('distribution_history_order', ['order_id'])
    .execute()
  await db.schema.createIndex('distribution_history_owner').on('distribution_history').columns(['user_id', 'created_at']).execute()
}

/** How people sign in there, whether its name is dated, what is added to prices, and how often it was changed. */
async function sites(db: Db): Promise<void> {
  const add = (name: string, value: string | number) =>
    db.schema
      .alterTable('site')
      .addColumn(name, typeof value === 'string' ? 'text' : 'integer', column => column.notNull().defaultTo(value))
      .execute()
  await add('login', 'redirect')
  await add('dated', 0)
  await add('margin', 0)
  await add('version', 1)
}

function rows(db: Db, name: string): Table {
  return db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey()) as Table
}

function text(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'text', column => column.notNull()), builder)
}

/** Whole numbers of 64 bits: unix milliseconds, micro-credits, cents. */
function times(builder: Table, ...names: string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, 'bigint', column => column.notNull()), builder)
}
