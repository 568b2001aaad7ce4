import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, MIGRATIONS } from '#servers/lib/database/migrate.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { freshStore, type Store } from '../support/database.ts'
import { withDatabase } from '../support/old-database.ts'

let store: Store
beforeEach(async () => {
  store = await freshStore()
})
afterEach(() => store.remove())

/** Rewards as they were kept before they could be taken back. */
async function fill(db: Kysely<Tables>): Promise<void> {
  const orders = [
    ['o1', 'real', 1000],
    ['o2', 'sandbox', 2000],
    ['o3', 'real', 3000]
  ] as const
  for (const [id, fund, price] of orders) {
    await sql`
      insert into "order" (id, user_id, origin, application_ids, package_ids, description, state, pay_way, fund, amount, price, created_at, updated_at, duration)
      values (${id}, 'payer', '', '[]', '[]', '', 'Finished', 'Stripe', ${fund}, 1, ${price}, 1, 1, 0)`.execute(db)
  }
  const rewards = [
    ['ada', 'o1', 1000, 100, 5],
    ['ada', 'o2', 2000, 200, 6],
    ['bob', 'o3', 3000, 300, 7],
    ['bob', 'gone', 10, 1, 8]
  ] as const
  for (const [owner, order, price, reward, at] of rewards) {
    await sql`
      insert into distribution_history (id, user_id, invitee_id, order_id, price, reward, percentage, created_at)
      values (${`r-${order}`}, ${owner}, 'payer', ${order}, ${price}, ${reward}, 100, ${at})`.execute(db)
  }
  for (const [owner, price, reward] of [
    ['ada', 3000, 300],
    ['bob', 3010, 301],
    ['eve', 0, 0]
  ] as const)
    await sql`insert into distribution_status values (${owner}, ${price}, ${reward}, 1, 9)`.execute(db)
}

test('rewards of before become entries of the ledger, by what was paid with, and their sums with them', async () => {
  await withDatabase(store, async db => {
    await migrate(db, store.kind, { migrations: MIGRATIONS.slice(0, 9) })
    await fill(db)
    await migrate(db, store.kind)
    const entries = await db.selectFrom('distribution_history').selectAll().orderBy('created_at').execute()
    expect(entries.map(({ user_id, kind, reference, fund, reward }) => [user_id, kind, reference, fund, Number(reward)])).toEqual([
      ['ada', 'reward', 'o1', 'real', 100],
      ['ada', 'reward', 'o2', 'sandbox', 200],
      ['bob', 'reward', 'o3', 'real', 300],
      ['bob', 'reward', 'gone', 'real', 1]
    ])
    const sums = await db.selectFrom('distribution_status').selectAll().orderBy('user_id').orderBy('fund').execute()
    expect(sums.map(({ user_id, fund, price, reward, paid_out }) => [user_id, fund, ...[price, reward, paid_out].map(Number)])).toEqual([
      ['ada', 'real', 1000, 100, 0],
      ['ada', 'sandbox', 2000, 200, 0],
      ['bob', 'real', 3010, 301, 0],
      ['eve', 'real', 0, 0, 0]
    ])
    const twice = db.insertInto('distribution_history').values({ ...entries[0], id: 'again' } as never)
    await expect(twice.execute()).rejects.toThrow(/unique/i)
  })
})
