import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { addToFund, bookEntry, lockFund, type Booking } from '#servers/ledger/ledger.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { PeriodTable } from '#servers/lib/database/money-tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'

export type PeriodRow = Selectable<PeriodTable>

/** One period that an order contains: micro-credits, and a duration in seconds. */
export type OrderPeriod = { amount: number; duration: number }

type Place = { applicationId: string; fund: FundKind }

/**
 * Brings a plan's periods up to date: grants the credits of periods that have begun, and removes
 * what is left of periods that have ended. Call it before a hold, and before showing a balance.
 * Concurrent calls are safe.
 * @param now unix milliseconds
 */
export async function updatePeriods(
  tx: Queries,
  applicationId: string,
  now: number
): Promise<void> {
  for (const fund of await dueFunds(tx, applicationId, now))
    await turnFund(tx, { applicationId, fund }, now)
}

/** Calls {@link updatePeriods} in a transaction of its own, if any period is due. */
export async function updateDuePeriods(
  { db, transaction }: Database,
  applicationId: string,
  now: number
): Promise<void> {
  const due = await dueFunds(db, applicationId, now)
  if (due.length > 0) await transaction(tx => updatePeriods(tx, applicationId, now))
}

/**
 * Appends an order's periods to those of a plan, and starts the first if none is running.
 * @param now unix milliseconds
 */
export async function addPeriods(
  tx: Queries,
  place: Place & { orderId: string },
  parts: readonly OrderPeriod[],
  now: number
): Promise<void> {
  await lockFund(tx, place)
  await turnFund(tx, place, now)
  const [last] = (await listOpenPeriods(tx, place)).slice(-1)
  let starts_at = Math.max(now, last?.ends_at ?? 0)
  for (const { amount, duration } of parts) {
    const ends_at = starts_at + duration * 1000
    const row = {
      id: randomUUID(),
      application_id: place.applicationId,
      order_id: place.orderId,
      fund: place.fund,
      amount,
      withheld: 0
    }
    await tx
      .insertInto('period')
      .values({
        ...row,
        state: 'waiting',
        starts_at,
        ends_at,
        reminded: 0,
        created_at: now,
        updated_at: now
      })
      .execute()
    starts_at = ends_at
  }
  await turnFund(tx, place, now)
  await updatePlanEnd(tx, place.applicationId, now)
}

/** Lists the periods of a fund that are not over, in order. */
export function listOpenPeriods(db: Queries, { applicationId, fund }: Place): Promise<PeriodRow[]> {
  return db
    .selectFrom('period')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('fund', '=', fund)
    .where('state', '<>', 'over')
    .orderBy('starts_at')
    .orderBy('ends_at')
    .execute()
}

/** Sets a plan's end to that of its last period, or to now where none is left. */
export async function updatePlanEnd(
  tx: Queries,
  applicationId: string,
  now: number
): Promise<void> {
  const last = sql<number>`(select max(ends_at) from period where application_id = ${applicationId} and state <> 'over')`
  const end = sql<number>`coalesce(${last}, ${now})`
  await tx
    .updateTable('application')
    .set({ expired_at: end, updated_at: now })
    .where('id', '=', applicationId)
    .execute()
}

/** Ends a running period; its remaining credits lapse. The caller has locked the fund. */
export async function endPeriod(tx: Queries, period: PeriodRow, now: number): Promise<void> {
  const booking = bookingOf(period, now)
  const { remaining } = await lockFund(tx, booking)
  if (remaining > 0 && !(await bookEntry(tx, 'lapse', -remaining, booking, period.id)))
    throw new Error(`period ${period.id} lapsed twice`)
  await setFund(tx, booking, { remaining: 0, period: '' })
  await setState(tx, period, 'over', now)
}

async function beginPeriod(tx: Queries, period: PeriodRow, now: number): Promise<void> {
  const booking = bookingOf(period, now)
  const amount = period.amount - period.withheld
  if (!(await bookEntry(tx, 'period', amount, booking, period.id)))
    throw new Error(`period ${period.id} was granted twice`)
  await addToFund(tx, booking, amount)
  await setFund(tx, booking, { period: period.id })
  await setState(tx, period, 'running', now)
}

/**
 * Starts and ends the due periods of a fund in order. A period that began and ended since the last
 * call is included, so that the ledger contains it.
 */
async function turnFund(tx: Queries, place: Place, now: number): Promise<void> {
  await lockFund(tx, place)
  for (const period of await listOpenPeriods(tx, place)) {
    if (period.state === 'waiting' && period.starts_at > now) return
    if (period.state === 'waiting') await beginPeriod(tx, period, now)
    if (period.ends_at > now) return
    await endPeriod(tx, period, now)
  }
}

async function dueFunds(db: Queries, applicationId: string, now: number): Promise<FundKind[]> {
  const rows = await db
    .selectFrom('period')
    .select('fund')
    .distinct()
    .where('application_id', '=', applicationId)
    .where(isPeriodDue(now))
    .orderBy('fund')
    .execute()
  return rows.map(({ fund }) => fund)
}

/** Matches periods that should have started or ended, and are not yet marked so. */
export function isPeriodDue(now: number) {
  return sql<boolean>`((state = 'running' and ends_at <= ${now}) or (state = 'waiting' and starts_at <= ${now}))`
}

function bookingOf({ id, application_id, fund }: PeriodRow, now: number): Booking {
  return { applicationId: application_id, fund, reference: id, amount: 0, now }
}

async function setFund(
  tx: Queries,
  { applicationId, fund }: Place,
  change: { remaining?: number; period: string }
): Promise<void> {
  await tx
    .updateTable('fund')
    .set(change)
    .where('application_id', '=', applicationId)
    .where('kind', '=', fund)
    .execute()
}

async function setState(
  tx: Queries,
  { id }: PeriodRow,
  state: PeriodRow['state'],
  now: number
): Promise<void> {
  await tx.updateTable('period').set({ state, updated_at: now }).where('id', '=', id).execute()
}
