import { sql } from 'kysely'
import { readSpendable, usedUpProblem, type SpendableCredits } from '#servers/ledger/key-limit.ts'
import { hold, settle } from '#servers/ledger/ledger.ts'
import { isPeriodDue, updatePeriods } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** The plan and fund that pay for a run, and the key whose limit applies. */
type Payer = {
  readonly applicationId: string
  readonly credentialId: string | null
  readonly fund: FundKind
}

/** Micro-credits to set aside: `most` if there are as many, but never fewer than `least`. */
type Wanted = { most: number; least: number }

/**
 * Sets credits of a plan aside for a run, after its periods are brought up to date.
 * @param reference names the booking in the ledger
 * @param now unix milliseconds
 * @returns the micro-credits set aside, and what ran out if they are fewer than `most`
 * @throws Problem `used_up` when there are fewer than `least`
 */
export async function holdCredits(
  tx: Queries,
  payer: Payer,
  reference: string,
  { most, least }: Wanted,
  now: number
): Promise<{ amount: number; end: SpendableCredits['end'] }> {
  const { applicationId, fund } = payer
  const { micro, end } = (await spendableAtOnce(tx, payer, now)) ?? (await turned(tx, payer, now))
  const amount = Math.min(most, micro)
  if (amount < least) throw usedUpProblem(end)
  if (amount > 0 || most === 0) await hold(tx, { applicationId, fund, reference, amount, now })
  return { amount, end }
}

/**
 * Reads in one statement how many credits may be held, in the most common case: no period of the
 * plan is due, and the key has no limit.
 * @returns null in any other case
 */
async function spendableAtOnce(
  tx: Queries,
  { applicationId, fund, credentialId }: Payer,
  now: number
): Promise<SpendableCredits | null> {
  const { rows } = await sql<{ micro: number | null; special: number | boolean }>`select
    (select remaining from fund where application_id = ${applicationId} and kind = ${fund}) as micro,
    exists (select 1 from credential where id = ${credentialId} and limited is not null) or
    exists (select 1 from period where application_id = ${applicationId} and ${isPeriodDue(now)}) as special`.execute(
    tx
  )
  const [found] = rows
  return found === undefined || Boolean(found.special)
    ? null
    : { micro: found.micro ?? 0, end: 'fund' }
}

async function turned(tx: Queries, payer: Payer, now: number): Promise<SpendableCredits> {
  await updatePeriods(tx, payer.applicationId, now)
  return readSpendable(tx, payer)
}

/**
 * Charges a run that has ended and returns the rest of its credits.
 * @param charged micro-credits, at most what the run holds
 * @param now unix milliseconds
 */
export async function settleRun(
  tx: Queries,
  run: Pick<RunRow, 'id' | 'application_id' | 'fund' | 'held'>,
  charged: number,
  now: number
): Promise<void> {
  const { id: reference, application_id: applicationId, fund, held: amount } = run
  await settle(tx, { applicationId, fund, reference, amount, now }, charged)
}
