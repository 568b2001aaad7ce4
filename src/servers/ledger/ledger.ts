import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { LedgerTable } from '#servers/lib/database/tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

/**
 * An entry of the ledger. Amounts are whole micro-credits and never negative. `reference`
 * identifies the reason of the booking and makes it idempotent: a repeated kind and reference
 * change nothing.
 */
export type Booking = {
  applicationId: string
  fund: FundKind
  reference: string
  amount: number
  now: number
}

/**
 * The current state of a fund: the micro-credits left, and the id of the period that granted them.
 * `period` is empty while no period runs, and null for a plan without periods.
 */
export type Fund = { remaining: number; period: string | null }

/**
 * All functions in this file run inside the caller's transaction, together with the change for
 * which they book money.
 */

/**
 * Adds money: a free amount or a paid order. An order for periods books 0, since its periods grant
 * the credits.
 * @returns false when it was booked before
 */
export async function credit(
  tx: Queries,
  kind: 'free' | 'order',
  booking: Booking
): Promise<boolean> {
  await lockFund(tx, booking)
  if (!(await bookEntry(tx, kind, booking.amount, booking, null))) return false
  await addToFund(tx, booking, booking.amount)
  return true
}

/**
 * Sets money aside for a run before it starts, by one conditional update: of two runs that want the
 * last credit, one gets it. The caller has brought the plan's periods up to date before.
 * @throws Problem `used_up` when the fund holds less, or its plan's period has ended; nothing is
 *   booked then
 */
export async function hold(tx: Queries, booking: Booking): Promise<void> {
  const taken = await tx
    .updateTable('fund')
    .set({ remaining: sql`remaining - ${booking.amount}` })
    .where('application_id', '=', booking.applicationId)
    .where('kind', '=', booking.fund)
    .where('remaining', '>=', booking.amount)
    .where(
      sql<boolean>`not exists (select 1 from application where id = ${booking.applicationId} and expired_at <= ${booking.now})`
    )
    .returning('period')
    .executeTakeFirst()
  if (taken === undefined) throw new Problem('used_up')
  if (!(await bookEntry(tx, 'hold', -booking.amount, booking, taken.period)))
    throw new Error(`held twice: ${booking.reference}`)
}

/**
 * Ends a run's holds and returns what exceeds the charge. The part from a period that has ended
 * lapses.
 * @param booking.amount all micro-credits held for the reference
 * @param charged what the run costs in micro-credits, at most the held amount
 * @returns false when it was settled before
 */
export async function settle(tx: Queries, booking: Booking, charged: number): Promise<boolean> {
  if (charged < 0 || charged > booking.amount)
    throw new RangeError(`charge ${charged} of ${booking.amount} held`)
  const kind = charged === 0 ? 'release' : 'settle'
  const back = booking.amount - charged
  const period = await addToFund(tx, booking, back)
  if (!(await bookEntry(tx, kind, back, booking, period))) {
    await addToFund(tx, booking, -back)
    return false
  }
  if (charged > 0) {
    await tx
      .updateTable('application')
      .set({ used: sql`used + ${charged}`, updated_at: booking.now })
      .where('id', '=', booking.applicationId)
      .execute()
  }
  if (period !== null && back > 0) await lapseOld(tx, booking, period, charged)
  return true
}

/**
 * Books the expiry of held credits from ended periods. The charge is taken from the oldest holds
 * first, and the rest of these credits expires.
 */
async function lapseOld(
  tx: Queries,
  booking: Booking,
  period: string,
  charged: number
): Promise<void> {
  const { reference } = booking
  // The reference index supports this range query in any collation.
  const holds = await tx
    .selectFrom('ledger')
    .select(['reference', 'amount'])
    .where('kind', '=', 'hold')
    .where('reference', '>=', reference)
    .where('reference', '<=', `${reference}z`)
    .where('period', '<>', period)
    .execute()
  const own = holds.filter(
    each => each.reference === reference || each.reference.startsWith(`${reference}:`)
  )
  const gone = own.reduce((sum, { amount }) => sum - amount, 0) - charged
  if (gone <= 0) return
  if (!(await bookEntry(tx, 'lapse', -gone, booking, period)))
    throw new Error(`lapsed twice: ${reference}`)
  await addToFund(tx, booking, -gone)
}

/** Micro-credits that a fund has left; 0 where there is no fund. */
export async function readRemaining(
  db: Queries,
  applicationId: string,
  fund: FundKind
): Promise<number> {
  const row = await db
    .selectFrom('fund')
    .select('remaining')
    .where('application_id', '=', applicationId)
    .where('kind', '=', fund)
    .executeTakeFirst()
  return row?.remaining ?? 0
}

/** Reads a fund, creates it if missing, and locks it until the transaction ends. */
export function lockFund(
  tx: Queries,
  { applicationId, fund }: Pick<Booking, 'applicationId' | 'fund'>
): Promise<Fund> {
  return tx
    .insertInto('fund')
    .values({ application_id: applicationId, kind: fund, remaining: 0 })
    .onConflict(conflict =>
      conflict
        .columns(['application_id', 'kind'])
        .doUpdateSet({ remaining: sql<number>`fund.remaining` })
    )
    .returning(['remaining', 'period'])
    .executeTakeFirstOrThrow()
}

/** Adds micro-credits to a fund. @returns the id of the fund's current period */
export async function addToFund(
  tx: Queries,
  { applicationId, fund }: Pick<Booking, 'applicationId' | 'fund'>,
  amount: number
): Promise<string | null> {
  const row = await tx
    .updateTable('fund')
    .set({ remaining: sql`remaining + ${amount}` })
    .where('application_id', '=', applicationId)
    .where('kind', '=', fund)
    .returning('period')
    .executeTakeFirst()
  return row?.period ?? null
}

/**
 * Writes a ledger entry.
 * @param period the running one
 * @returns false when the kind and reference exist already
 */
export async function bookEntry(
  tx: Queries,
  kind: LedgerTable['kind'],
  amount: number,
  booking: Booking,
  period: string | null
): Promise<boolean> {
  const { applicationId, fund, reference, now } = booking
  const added = await tx
    .insertInto('ledger')
    .values({
      id: randomUUID(),
      application_id: applicationId,
      fund,
      kind,
      reference,
      amount,
      period: period || null,
      created_at: now
    })
    .onConflict(conflict => conflict.columns(['kind', 'reference']).doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}
