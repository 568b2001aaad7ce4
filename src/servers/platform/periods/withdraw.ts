import { sql } from 'kysely'
import { addToFund, bookEntry, type Booking, type Fund } from '#servers/ledger/ledger.ts'
import { endPeriod, updatePlanEnd, updatePeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hasOpenRun } from '#servers/platform/periods/open-runs.ts'
import { unspentOfPeriod } from '#servers/platform/periods/unspent.ts'

/**
 * The credits to take, and the fund and periods to take them from. The caller has locked the fund.
 */
export type Withdrawal = { booking: Booking; fund: Fund; periods: readonly PeriodRow[] }

/**
 * Takes an order's unspent credits. It takes waiting periods first, the last one before the others,
 * so that the running one continues. A period with nothing left is over, and later periods move
 * forward.
 * @returns micro-credits that left the fund; the rest had not been granted yet
 */
export async function withdrawCredits(
  tx: Queries,
  { booking, fund, periods }: Withdrawal
): Promise<number> {
  let rest = booking.amount
  for (const period of periods.filter(({ state }) => state === 'waiting').toReversed()) {
    const part = Math.min(rest, unspentOfPeriod(period, fund))
    if (part > 0) await withhold(tx, period, part, booking.now)
    rest -= part
  }
  if (rest > 0) await takeFromFund(tx, { ...booking, amount: rest }, fund)
  const running = periods.find(({ state }) => state === 'running')
  if (running !== undefined && rest > 0 && rest === fund.remaining)
    await endPeriodEarly(tx, running, booking.now)
  if (periods.length > 0) await updatePlanEnd(tx, booking.applicationId, booking.now)
  return rest
}

async function takeFromFund(tx: Queries, booking: Booking, fund: Fund): Promise<void> {
  if (!(await bookEntry(tx, 'refund', -booking.amount, booking, fund.period)))
    throw new Error(`refunded twice: ${booking.reference}`)
  await addToFund(tx, booking, -booking.amount)
}

async function withhold(tx: Queries, period: PeriodRow, part: number, now: number): Promise<void> {
  const withheld = period.withheld + part
  const gone = withheld === period.amount
  await tx
    .updateTable('period')
    .set({ withheld, updated_at: now, ...(gone && { state: 'over', ends_at: period.starts_at }) })
    .where('id', '=', period.id)
    .execute()
  if (gone) await closeGap(tx, period, period.ends_at - period.starts_at)
}

/**
 * Ends a running period early: its remaining credits lapse, and later periods move forward. It does
 * nothing while a run holds credits, because credits that the run gives back still belong to the
 * period.
 */
export async function endPeriodEarly(tx: Queries, period: PeriodRow, now: number): Promise<void> {
  if (await hasOpenRun(tx, { applicationId: period.application_id, fund: period.fund })) return
  await endPeriod(tx, period, now)
  await tx.updateTable('period').set({ ends_at: now }).where('id', '=', period.id).execute()
  await closeGap(tx, period, period.ends_at - now)
  await updatePeriods(tx, period.application_id, now)
}

/**
 * Moves the periods after an ended one forward.
 * @param by milliseconds
 */
async function closeGap(
  tx: Queries,
  { application_id, fund, ends_at }: PeriodRow,
  by: number
): Promise<void> {
  await tx
    .updateTable('period')
    .set({ starts_at: sql`starts_at - ${by}`, ends_at: sql`ends_at - ${by}` })
    .where('application_id', '=', application_id)
    .where('fund', '=', fund)
    .where('state', '=', 'waiting')
    .where('starts_at', '>=', ends_at)
    .execute()
}
