import { affordableTokens, tokenCost, type TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { SpendableCredits } from '#servers/ledger/key-limit.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import { holdCredits } from '#servers/runs/hold.ts'
import { raiseHeldCredits } from '#servers/runs/lease.ts'

/** Output tokens whose price is set aside in one step. */
const STEP = 1000

/**
 * Minimum output tokens that must be paid for before an answer begins, unless the caller asked for
 * fewer.
 */
const LEAST_ANSWER = 16

/**
 * Micro-credits set aside for one answer. They grow with the answer, until the plan has no more.
 */
export type ChatHold = {
  readonly runId: string
  readonly applicationId: string
  readonly credentialId: string | null
  readonly fund: FundKind
  readonly price: TokenPrice
  readonly inputTokens: number
  /** All micro-credits set aside so far. */
  held: number
  steps: number
  /** The limit that was reached when a step could not be held in full: the plan's or the key's. */
  end: SpendableCredits['end']
}

type NewChatHold = Omit<ChatHold, 'held' | 'steps' | 'end'>

/**
 * Sets credits aside for the prompt and a first step of output, or for less output when the plan or
 * the key has less.
 * @throws Problem `used_up` when not even a short answer can be paid
 */
export async function openChatHold(
  tx: Queries,
  want: NewChatHold,
  maxOutput: number,
  now: number
): Promise<ChatHold> {
  const hold: ChatHold = { ...want, held: 0, steps: 0, end: 'fund' }
  const full = tokenCost(want.price, want.inputTokens, Math.min(STEP, maxOutput))
  // The user's own key pays, so the plan may be empty.
  if (want.price.input === 0 && want.price.output === 0) return hold
  const least = tokenCost(want.price, want.inputTokens, Math.min(LEAST_ANSWER, maxOutput))
  await holdStep(tx, hold, { most: full, least }, now)
  return hold
}

/** Returns the number of output tokens that the credits set aside pay for. */
export function paidTokens({ price, inputTokens, held }: ChatHold): number {
  return affordableTokens(price, held - tokenCost(price, inputTokens, 0))
}

/**
 * Sets credits aside for another step of output, or what is left, while the run is still ours.
 * @param most tokens of output that may still come
 * @returns false when the plan or the limit of the key has nothing left
 * @throws Problem `chat_error` when another process ended the run
 */
export async function extendChatHold(
  tx: Queries,
  hold: ChatHold,
  most: number,
  now: number
): Promise<boolean> {
  const step = tokenCost(hold.price, 0, Math.min(STEP, most))
  const { amount, end } = await holdStep(tx, hold, { most: step, least: 0 }, now)
  if (amount < step) hold.end = end
  if (step > 0 && amount === 0) return false
  if (!(await raiseHeldCredits(tx, hold.runId, hold.held)))
    throw new Problem('chat_error', { detail: 'the run was ended elsewhere' })
  return true
}

async function holdStep(
  tx: Queries,
  hold: ChatHold,
  wanted: { most: number; least: number },
  now: number
): ReturnType<typeof holdCredits> {
  const held = await holdCredits(tx, hold, `${hold.runId}:${hold.steps}`, wanted, now)
  hold.steps += 1
  hold.held += held.amount
  return held
}
