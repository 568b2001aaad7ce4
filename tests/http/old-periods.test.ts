import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toMicro } from '#core/money.ts'
import { turnedPeriods } from '#servers/ledger/periods.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { migrate, MIGRATIONS } from '#servers/lib/database/migrate.ts'
import { checkLedger } from '#servers/operation/check-ledger.ts'
import { hold, settle } from '#servers/ledger/ledger.ts'
import { freshStore } from '../support/database.ts'
import { withDatabase } from '../support/old-database.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const DAY = 24 * 3_600_000

test('a plan that ran before periods were counted keeps what it has until its end, and not longer', async () => {
  const store = await freshStore()
  await withDatabase(store, async db => {
    await migrate(db, store.kind, { migrations: MIGRATIONS.slice(0, 9) })
    await sql`insert into application (id, user_id, type, scope, service_id, used, expired_at, created_at, updated_at)
      values ('a', 'u', 'Period', 'Global', '', 0, ${NOW + DAY}, ${NOW}, ${NOW})`.execute(db)
    await sql`insert into fund (application_id, kind, remaining) values ('a', 'real', ${toMicro(15)})`.execute(db)
    for (const [kind, reference, amount] of [
      ['order', 'o', 20],
      ['hold', 'r', -5]
    ] as const)
      await sql`insert into ledger (id, application_id, fund, kind, reference, amount, created_at)
        values (${reference}, 'a', 'real', ${kind}, ${reference}, ${toMicro(amount)}, 1)`.execute(db)
    await sql`insert into "order" (id, user_id, origin, application_ids, package_ids, description, state, pay_way, fund, amount, price,
      duration, pay_id, created_at, updated_at) values ('o', 'u', '', '["a"]', '["p"]', '', 'Finished', 'Stripe', 'real', ${toMicro(20)},
      200, 604800, null, 1, 1), ('f', 'u', '', '["b"]', '["p"]', '', 'Pending', '', 'real', 1, 0, 0, null, 1, 1)`.execute(db)
  })
  const database = await openDatabase({ url: store.databaseUrl, dataDir: store.dataDir, notice: () => undefined })
  const left = async (): Promise<number | undefined> =>
    (await database.db.selectFrom('fund').select('remaining').where('application_id', '=', 'a').executeTakeFirst())?.remaining
  const faults = async (now: number): Promise<string[]> =>
    (await checkLedger(database, { now })).disagreements.map(({ rule, id }) => `${rule} ${id}`)
  const booking = (reference: string, amount: number) => ({ applicationId: 'a', fund: 'real' as const, reference, amount, now: NOW })
  // The run that holds is not there: only its booking is of interest.
  expect(await faults(NOW)).toEqual(['unknown run r'])
  expect(await database.db.selectFrom('order').select(['booked', 'rail']).where('id', '=', 'o').executeTakeFirst()).toEqual({
    booked: 'o',
    rail: ''
  })
  await database.transaction(tx => hold(tx, booking('s', toMicro(1))))
  await database.transaction(tx => settle(tx, booking('s', toMicro(1)), 0))
  expect(await left()).toBe(toMicro(15))
  await turnedPeriods(database, 'a', NOW + DAY)
  expect(await left()).toBe(0)
  expect((await faults(NOW + DAY)).filter(line => line.startsWith('period') || line.startsWith('fund') || line.includes('order'))).toEqual(
    []
  )
  await database.close()
  await store.remove()
})
