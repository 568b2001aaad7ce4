import { affordableTokens, tokenCost, type TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Spendable } from '#servers/ledger/key-limit.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import { holdCredits } from '#servers/runs/hold.ts'
import { raiseHeld } from '#servers/runs/lease.ts'

/** Output tokens held at a time. */
const STEP = 1000

/** An answer shorter than this is not worth beginning, unless it was asked for, in tokens. */
const LEAST_ANSWER = 16

/** Money set aside for one chat, in micro-credits: grows with the answer, ends where the fund ends. */
export type ChatHold = {
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

type NewChatHold = Omit<ChatHold, 'held' | 'steps' | 'end'>

/**
 * Holds the prompt and a first step of output; less output where the fund, or the limit of the key, has less.
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
  // A key of the person's own: no plan need have anything.
  if (want.price.input === 0 && want.price.output === 0) return hold
  const least = tokenCost(want.price, want.inputTokens, Math.min(LEAST_ANSWER, maxOutput))
  await holdStep(tx, hold, { most: full, least }, now)
  return hold
}

/** Output tokens that what is held pays for. */
export function paidTokens({ price, inputTokens, held }: ChatHold): number {
  return affordableTokens(price, held - tokenCost(price, inputTokens, 0))
}

/**
 * Holds another step of output, or what is left, for a run that is still ours.
 * @param most tokens of output that may still come
 * @returns false when the fund, or the limit of the key, is empty
 * @throws Problem `chat_error` when the run was ended by another process
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
  if (!(await raiseHeld(tx, hold.runId, hold.held)))
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
