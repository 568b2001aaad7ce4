import type { DistributionStatus } from '#contract/distribution.ts'
import { dollarsToCents, centsToDollars } from '#core/money.ts'

/** Progress from a user's level to the next one. Amounts are in US dollars. */
type Progress = { done: number; whole: number; missing: number }

/** Returns the progress to the next level; null at the top level. */
export function inviteLevelProgress({
  price,
  level,
  next_level
}: Pick<DistributionStatus, 'price' | 'level' | 'next_level'>): Progress | null {
  if (next_level === null) return null
  const [paid, from, to] = [price, level?.threshold ?? 0, next_level.threshold].map(
    dollarsToCents
  ) as [number, number, number]
  const whole = Math.max(1, to - from)
  const done = Math.min(whole, Math.max(0, paid - from))
  return {
    done: centsToDollars(done),
    whole: centsToDollars(whole),
    missing: centsToDollars(Math.max(0, to - paid))
  }
}
