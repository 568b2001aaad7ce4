import { affordableTokens, tokenCost, type TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { spendable, usedUp, type Spendable } from '#servers/ledger/key-limit.ts'
import { hold, type Booking } from '#servers/ledger/ledger.ts'
import { turnPeriods } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'

/** Output tokens held at a time. */
const STEP = 1000

/** An answer shorter than this is not worth beginning, unless it was asked for, in tokens. */
const LEAST_ANSWER = 16

/** Money set aside for one chat, in micro-credits: grows with the answer, ends where the fund ends. */
export type Purse = {
  readonly runId: string
  readonly applicationId: string
  readonly credentialId: string | null
  readonly fund: FundKind
  readonly price: TokenPrice
  readonly inputTokens: number
  /** All that was held so far. */
  held: number
  steps: number
  /** What there is no more of, once a step could not be held in full. */
  end: Spendable['end']
}

type PurseFor = Omit<Purse, 'held' | 'steps' | 'end'>

/**
 * Holds the prompt and a first step of output; less output where the fund, or the limit of the key, has less.
 * @throws Problem `used_up` when not even a short answer can be paid
 */
export async function openPurse(
  tx: Queries,
  want: PurseFor,
  maxOutput: number,
  now: number
): Promise<Purse> {
  const purse: Purse = { ...want, held: 0, steps: 0, end: 'fund' }
  const full = tokenCost(want.price, want.inputTokens, Math.min(STEP, maxOutput))
  // A key of the person's own: no plan need have anything.
  if (want.price.input === 0 && want.price.output === 0) return purse
  const least = tokenCost(want.price, want.inputTokens, Math.min(LEAST_ANSWER, maxOutput))
  await turnPeriods(tx, want.applicationId, now)
  const { micro, end } = await spendable(tx, want)
  const amount = Math.min(full, micro)
  if (amount < least) throw usedUp(end)
  await holdStep(tx, purse, amount, now)
  return purse
}

/** Output tokens that what is held pays for. */
export function paidTokens({ price, inputTokens, held }: Purse): number {
  return affordableTokens(price, held - tokenCost(price, inputTokens, 0))
}

/**
 * Holds another step of output, or what is left, for a run that is still ours.
 * @param most tokens of output that may still come
 * @returns false when the fund, or the limit of the key, is empty
 * @throws Problem `chat_error` when the run was ended by another process
 */
export async function extendPurse(
  tx: Queries,
  purse: Purse,
  most: number,
  now: number
): Promise<boolean> {
  const step = tokenCost(purse.price, 0, Math.min(STEP, most))
  await turnPeriods(tx, purse.applicationId, now)
  const { micro, end } = await spendable(tx, purse)
  const amount = Math.min(step, micro)
  if (amount < step) purse.end = end
  if (step > 0 && amount === 0) return false
  const run = await tx
    .updateTable('run')
    .set({ held: purse.held + amount })
    .where('id', '=', purse.runId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (run.numUpdatedRows === 0n)
    throw new Problem('chat_error', { detail: 'the run was ended elsewhere' })
  await holdStep(tx, purse, amount, now)
  return true
}

/** The booking that settles everything held. */
export function settlement(purse: Purse, now: number): Booking {
  return {
    applicationId: purse.applicationId,
    fund: purse.fund,
    reference: purse.runId,
    amount: purse.held,
    now
  }
}

async function holdStep(tx: Queries, purse: Purse, amount: number, now: number): Promise<void> {
  const reference = `${purse.runId}:${purse.steps}`
  await hold(tx, { applicationId: purse.applicationId, fund: purse.fund, reference, amount, now })
  purse.steps += 1
  purse.held += amount
}
