import { sql } from 'kysely'
import { addToFund, book, type Booking, type Fund } from '#servers/ledger/ledger.ts'
import { endPeriod, keepEnd, turnPeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hasOpenRun } from '#servers/platform/periods/open-runs.ts'
import { unspentOfPeriod } from '#servers/platform/periods/unspent.ts'

/** What is taken, and of whom. The caller holds the fund. */
export type Withdrawal = { booking: Booking; fund: Fund; periods: readonly PeriodRow[] }

/**
 * Takes an order's unspent credits: of its periods, those that wait first, the last one before the others, so that what
 * runs goes on. A period that has nothing left is over, and those after it come sooner.
 * @returns micro-credits that left the fund; the rest had not been granted yet
 */
export async function withdraw(tx: Queries, { booking, fund, periods }: Withdrawal): Promise<number> {
  let rest = booking.amount
  for (const period of periods.filter(({ state }) => state === 'waiting').toReversed()) {
    const part = Math.min(rest, unspentOfPeriod(period, fund))
    if (part > 0) await withhold(tx, period, part, booking.now)
    rest -= part
  }
  if (rest > 0) await takeFromFund(tx, { ...booking, amount: rest }, fund)
  const running = periods.find(({ state }) => state === 'running')
  if (running !== undefined && rest > 0 && rest === fund.remaining) await endEarly(tx, running, booking.now)
  if (periods.length > 0) await keepEnd(tx, booking.applicationId, booking.now)
  return rest
}

async function takeFromFund(tx: Queries, booking: Booking, fund: Fund): Promise<void> {
  if (!(await book(tx, 'refund', -booking.amount, booking, fund.period))) throw new Error(`refunded twice: ${booking.reference}`)
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

/** Ends a period that runs before its time: what is left of it lapses, and those after it come sooner. Not while a run holds credits: what comes back of those is still its own. */
export async function endEarly(tx: Queries, period: PeriodRow, now: number): Promise<void> {
  if (await hasOpenRun(tx, { applicationId: period.application_id, fund: period.fund })) return
  await endPeriod(tx, period, now)
  await tx.updateTable('period').set({ ends_at: now }).where('id', '=', period.id).execute()
  await closeGap(tx, period, period.ends_at - now)
  await turnPeriods(tx, period.application_id, now)
}

/** Those after a period that is no more come sooner, by milliseconds. */
async function closeGap(tx: Queries, { application_id, fund, ends_at }: PeriodRow, by: number): Promise<void> {
  await tx
    .updateTable('period')
    .set({ starts_at: sql`starts_at - ${by}`, ends_at: sql`ends_at - ${by}` })
    .where('application_id', '=', application_id)
    .where('fund', '=', fund)
    .where('state', '=', 'waiting')
    .where('starts_at', '>=', ends_at)
    .execute()
}
