import { sql, type Kysely } from 'kysely'

type Db = Kysely<unknown>

/** Refunds, periods that lapse, codes that credit. */
export async function up(db: Db): Promise<void> {
  await orders(db)
  await periods(db)
  await table(
    db,
    'refund',
    ['order_id', 'rail', 'state', 'reason', 'asked_by', 'note'],
    ['cents', 'amount', 'taken', 'rest', 'tries', 'next_at']
  )
  await db.schema.createIndex('refund_order').on('refund').column('order_id').execute()
  await codes(db)
}

/** By which rail it was paid, what operators should know, what of it went back, and under which reference it was booked. */
async function orders(db: Db): Promise<void> {
  const text = (name: string, value = '') =>
    db.schema
      .alterTable('order')
      .addColumn(name, 'text', column => column.notNull().defaultTo(value))
      .execute()
  await text('rail')
  await text('note')
  await text('booked')
  await text('parts', '[]')
  await db.schema
    .alterTable('order')
    .addColumn('refunded', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('order')
    .addColumn('untold', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('order_payment').on('order').column('pay_id').where(sql.ref('pay_id'), 'is not', null).execute()
  await db.schema.createIndex('order_untold').on('order').column('paid_at').where(sql.ref('untold'), '=', 1).execute()
  await sql`update "order" set rail = 'sandbox' where pay_id like 'sandbox-%'`.execute(db)
  await sql`update "order" set booked = id where exists (select 1 from ledger where kind = 'order' and reference = "order".id)`.execute(db)
  // A free package was ordered by itself, and booked under its own name.
  const free = sql`'free:' || user_id || ':' || substr(package_ids, 3, length(package_ids) - 4)`
  await sql`update "order" set booked = ${free} where booked = '' and state = 'Finished' and price = 0`.execute(db)
}

/** A plan that runs already becomes one period, of what it has left, up to its end. */
async function periods(db: Db): Promise<void> {
  await table(db, 'period', ['application_id', 'order_id', 'fund', 'state'], ['amount', 'withheld', 'starts_at', 'ends_at', 'reminded'])
  await db.schema.createIndex('period_application').on('period').columns(['application_id', 'state']).execute()
  await db.schema.createIndex('period_order').on('period').column('order_id').execute()
  await db.schema.createIndex('period_state').on('period').columns(['state', 'ends_at']).execute()
  await db.schema.alterTable('ledger').addColumn('period', 'text').execute()
  await db.schema.alterTable('fund').addColumn('period', 'text').execute()
  await db.schema.createIndex('ledger_period').on('ledger').column('period').where(sql.ref('period'), 'is not', null).execute()
  await sql`
    insert into period (id, application_id, order_id, fund, state, amount, withheld, starts_at, ends_at, reminded, created_at, updated_at)
    select application.id || '-' || fund.kind, application.id, '', fund.kind, 'running', fund.remaining, 0, application.created_at,
      application.expired_at, 0, application.created_at, application.updated_at
    from application join fund on fund.application_id = application.id
    where application.type = 'Period' and application.expired_at is not null`.execute(db)
  await sql`
    update fund set period = application_id || '-' || kind
    where exists (select 1 from period where id = fund.application_id || '-' || fund.kind)`.execute(db)
}

async function codes(db: Db): Promise<void> {
  await table(
    db,
    'redemption_code',
    ['code_hash', 'hint', 'label', 'package_id', 'created_by', 'type', 'service_id'],
    ['amount', 'duration', 'uses', 'most_uses'],
    ['expires_at', 'ended_at']
  )
  await db.schema.createIndex('redemption_code_hash').unique().on('redemption_code').column('code_hash').execute()
  await db.schema.createIndex('redemption_code_time').on('redemption_code').columns(['created_at', 'id']).execute()
  await table(db, 'redemption', ['code_id', 'user_id', 'order_id'], [])
  await db.schema.createIndex('redemption_once').unique().on('redemption').columns(['code_id', 'user_id']).execute()
  await db.schema.createIndex('redemption_order').on('redemption').column('order_id').execute()
}

/** @param open whole numbers that may be missing */
async function table(db: Db, name: string, texts: string[], numbers: string[], open: string[] = []): Promise<void> {
  const begun = db.schema.createTable(name).addColumn('id', 'text', column => column.primaryKey())
  const named = texts.reduce((builder, each) => builder.addColumn(each, 'text', column => column.notNull()), begun)
  const counted = [...numbers, 'created_at', 'updated_at'].reduce(
    (builder, each) => builder.addColumn(each, 'bigint', column => column.notNull()),
    named
  )
  await open.reduce((builder, each) => builder.addColumn(each, 'bigint'), counted).execute()
}
