import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../src/servers/lib/database/database.ts'
import { numbersFrom } from './growth-rows.ts'
import { addPlans, PLANS } from './ledger-plans.ts'
import { SPREAD } from './spread-id.ts'

/** Nine holds, as of a call that needs more credits again and again, and the settlement. */
export const ENTRIES_OF_RUN = 10

/** Micro-credits of each hold, and those that a run costs in the end. */
const [HELD, CHARGED] = [100, 700]

/**
 * Adds finished runs with their entries, and books them on their plans.
 * @param from the number of the first run; the first call passes 0
 */
export async function addCharges(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  { from, to }: { from: number; to: number }
): Promise<void> {
  if (from === 0) await addPlans(db)
  const numbers = numbersFrom({ from, to })
  const idOf = (value: string): RawBuilder<string> => {
    const spread = sql.raw(`(cast(${value} as bigint) * ${SPREAD} % 4294967296)`)
    return kind === 'postgres'
      ? sql`lpad(to_hex(${spread}), 8, '0')`
      : sql`printf('%08x', ${spread})`
  }
  const run = sql`(${idOf('n')} || '-' || n)`
  const plan = idOf(`(n % ${PLANS})`)
  const holds = ENTRIES_OF_RUN - 1
  const now = sql.lit(Date.now())
  await sql`insert into run (id, service, action, user_id, application_id, origin, state, fund, reason,
    trace_id, lease_owner, held, charged, lease_until, created_at, finished_at, status_code, request, cost)
    ${numbers} select ${run}, 'flux', 'images', 'user', ${plan}, '', 'succeeded', 'real', '',
    'trace-' || n, '', ${sql.lit(HELD * holds)}, ${sql.lit(CHARGED)}, 0, ${now}, ${now}, 200, '{}', 0 from number`.execute(
    db
  )
  for (let hold = 0; hold < holds; hold++)
    await sql`insert into ledger (id, application_id, fund, kind, reference, created_at, amount)
      ${numbers} select ${run} || '-' || ${sql.lit(String(hold))}, ${plan}, 'real', 'hold',
      ${run} || ${sql.lit(hold === 0 ? '' : `:${hold}`)}, ${now}, ${sql.lit(-HELD)} from number`.execute(
      db
    )
  await sql`insert into ledger (id, application_id, fund, kind, reference, created_at, amount)
    ${numbers} select ${run} || '-end', ${plan}, 'real', 'settle', ${run}, ${now},
    ${sql.lit(HELD * holds - CHARGED)} from number`.execute(db)
  await sql`update application set used = ${sql.lit(CHARGED)} *
    (select count(*) from run where application_id = application.id)`.execute(db)
  await sql`update fund set remaining =
    (select sum(amount) from ledger where application_id = fund.application_id)`.execute(db)
  if (kind === 'postgres') await sql`analyze`.execute(db)
}
