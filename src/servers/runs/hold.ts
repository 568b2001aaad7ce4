import { spendable, usedUp, type Spendable } from '#servers/ledger/key-limit.ts'
import { hold, settle } from '#servers/ledger/ledger.ts'
import { turnPeriods } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** Whose credits a run spends: a plan's fund, limited by the key of the call. */
type Payer = {
  readonly applicationId: string
  readonly credentialId: string | null
  readonly fund: FundKind
}

/** Micro-credits to set aside: `most` where there is as much, never less than `least`. */
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
): Promise<{ amount: number; end: Spendable['end'] }> {
  const { applicationId, fund } = payer
  await turnPeriods(tx, applicationId, now)
  const { micro, end } = await spendable(tx, payer)
  const amount = Math.min(most, micro)
  if (amount < least) throw usedUp(end)
  if (amount > 0 || most === 0) await hold(tx, { applicationId, fund, reference, amount, now })
  return { amount, end }
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
