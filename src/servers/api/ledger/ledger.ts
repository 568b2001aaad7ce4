import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { FundKind, LedgerTable } from '#servers/lib/database/tables.ts'

/**
 * One booking. Amounts are whole micro-credits, never negative; `reference` names what it is for and makes it
 * happen once: the same kind and reference again changes nothing.
 */
export type Booking = { applicationId: string; fund: FundKind; reference: string; amount: number; now: number }

/** All of these run inside the caller's transaction, together with the change that they pay for. */

/** Adds money: a free amount or a paid order. @returns false when it was booked before */
export async function credit(tx: Queries, kind: 'free' | 'order', booking: Booking): Promise<boolean> {
  await openFund(tx, booking)
  if (!(await book(tx, kind, booking.amount, booking))) return false
  await addToFund(tx, booking, booking.amount)
  return true
}

/**
 * Sets money aside for a run before it starts, by one conditional update: of two runs that want the last credit,
 * one gets it.
 * @throws Problem `used_up` when the fund holds less, or its application's period has ended; nothing is booked then
 */
export async function hold(tx: Queries, booking: Booking): Promise<void> {
  const taken = await tx
    .updateTable('fund')
    .set({ remaining: sql`remaining - ${booking.amount}` })
    .where('application_id', '=', booking.applicationId)
    .where('kind', '=', booking.fund)
    .where('remaining', '>=', booking.amount)
    .where(sql<boolean>`not exists (select 1 from application where id = ${booking.applicationId} and expired_at <= ${booking.now})`)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new Problem('used_up')
  if (!(await book(tx, 'hold', -booking.amount, booking))) throw new Error(`held twice: ${booking.reference}`)
}

/**
 * Ends a run's holds: what was held beyond the charge goes back.
 * @param booking.amount all that was held for the reference
 * @param charged what the run costs, at most what was held
 * @returns false when it was settled before
 */
export async function settle(tx: Queries, booking: Booking, charged: number): Promise<boolean> {
  if (charged < 0 || charged > booking.amount) throw new RangeError(`charge ${charged} of ${booking.amount} held`)
  const kind = charged === 0 ? 'release' : 'settle'
  const back = booking.amount - charged
  if (!(await book(tx, kind, back, booking))) return false
  await addToFund(tx, booking, back)
  if (charged > 0) {
    await tx
      .updateTable('application')
      .set({ used: sql`used + ${charged}`, updated_at: booking.now })
      .where('id', '=', booking.applicationId)
      .execute()
  }
  return true
}

/** Micro-credits that a fund still has; 0 where there is none. */
export async function remaining(db: Queries, applicationId: string, fund: FundKind): Promise<number> {
  const row = await db
    .selectFrom('fund')
    .select('remaining')
    .where('application_id', '=', applicationId)
    .where('kind', '=', fund)
    .executeTakeFirst()
  return row?.remaining ?? 0
}

async function openFund(tx: Queries, { applicationId, fund }: Booking): Promise<void> {
  await tx
    .insertInto('fund')
    .values({ application_id: applicationId, kind: fund, remaining: 0 })
    .onConflict(conflict => conflict.columns(['application_id', 'kind']).doNothing())
    .execute()
}

async function addToFund(tx: Queries, { applicationId, fund }: Booking, amount: number): Promise<void> {
  if (amount === 0) return
  await tx
    .updateTable('fund')
    .set({ remaining: sql`remaining + ${amount}` })
    .where('application_id', '=', applicationId)
    .where('kind', '=', fund)
    .execute()
}

async function book(tx: Queries, kind: LedgerTable['kind'], amount: number, booking: Booking): Promise<boolean> {
  const { applicationId, fund, reference, now } = booking
  const added = await tx
    .insertInto('ledger')
    .values({ id: randomUUID(), application_id: applicationId, fund, kind, reference, amount, created_at: now })
    .onConflict(conflict => conflict.columns(['kind', 'reference']).doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}
