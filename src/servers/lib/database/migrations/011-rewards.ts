import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

type Db = Kysely<unknown>
type Table = CreateTableBuilder<string, string>

/**
 * What inviters earn as entries that can be taken back and paid out, booked apart by what was paid with: what the
 * sandbox took is no money that somebody is owed. Every entry of before is a reward.
 */
export async function up(db: Db): Promise<void> {
  await history(db)
  await status(db)
}

/** Built anew, since SQLite drops no constraint: of one order there may be several entries now. */
async function history(db: Db): Promise<void> {
  const texts = ['user_id', 'invitee_id', 'order_id', 'kind', 'reference', 'fund', 'note', 'created_by']
  const begun = (db.schema.createTable('distribution_entry') as Table).addColumn('id', 'text', column => column.primaryKey())
  await columns(columns(begun, 'text', texts), 'bigint', ['price', 'reward', 'percentage', 'created_at'])
    .addUniqueConstraint('distribution_entry_reference', ['kind', 'reference'])
    .execute()
  await sql`
    insert into distribution_entry (id, user_id, invitee_id, order_id, kind, reference, fund, note, created_by, price, reward, percentage, created_at)
    select old.id, old.user_id, old.invitee_id, old.order_id, 'reward', old.order_id, coalesce("order".fund, 'real'), '', '',
      old.price, old.reward, old.percentage, old.created_at
    from distribution_history as old left join "order" on "order".id = old.order_id`.execute(db)
  await db.schema.dropTable('distribution_history').execute()
  await db.schema.alterTable('distribution_entry').renameTo('distribution_history').execute()
  await db.schema.createIndex('distribution_history_owner').on('distribution_history').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('distribution_history_order').on('distribution_history').column('order_id').execute()
}

/** The sums of those entries by person and fund; who had begun to be counted is still counted from then on. */
async function status(db: Db): Promise<void> {
  const begun = columns(db.schema.createTable('distribution_sum') as Table, 'text', ['user_id', 'fund'])
  await columns(begun, 'bigint', ['price', 'reward', 'paid_out', 'created_at', 'updated_at'])
    .addPrimaryKeyConstraint('distribution_sum_key', ['user_id', 'fund'])
    .execute()
  await sql`
    insert into distribution_sum (user_id, fund, price, reward, paid_out, created_at, updated_at)
    select user_id, fund, sum(price), sum(reward), 0, min(created_at), max(created_at) from distribution_history group by user_id, fund`.execute(
    db
  )
  await sql`
    insert into distribution_sum (user_id, fund, price, reward, paid_out, created_at, updated_at)
    select user_id, 'real', 0, 0, 0, created_at, updated_at from distribution_status
    where user_id not in (select user_id from distribution_history)`.execute(db)
  await db.schema.dropTable('distribution_status').execute()
  await db.schema.alterTable('distribution_sum').renameTo('distribution_status').execute()
}

function columns(begun: Table, type: 'text' | 'bigint', names: readonly string[]): Table {
  return names.reduce((table, name) => table.addColumn(name, type, column => column.notNull()), begun)
}
