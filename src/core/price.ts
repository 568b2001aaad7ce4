import { holds, type Condition, type Values } from '#core/condition.ts'
import { toMicro } from '#core/money.ts'
import type { OutputCount } from '#core/output-count.ts'

/** What a run costs: the first rule that holds counts. Plain data, shown and charged by one function. */
export type PriceRule = {
  when?: Condition
  /** Decimal credits. */
  credits: number
  /** Fields whose numbers it is multiplied by. */
  times?: readonly string[]
  /** And what it is divided by: `credits: 2, times: ['duration'], per: 5` is two credits for each five seconds. */
  per?: number
}

/**
 * Micro-credits for all outputs of a run with these values, rounded up once.
 * @throws RangeError when no rule holds: a declaration whose last rule has a condition is wrong
 */
export function priceOf(rules: readonly PriceRule[], values: Values): number {
  const rule = rules.find(({ when }) => when === undefined || holds(when, values))
  if (rule === undefined) throw new RangeError('no price for these values')
  const factor = (rule.times ?? []).reduce((product, field) => product * Number(values[field] ?? 1), 1)
  return Math.ceil((toMicro(rule.credits) * factor) / (rule.per ?? 1) - 1e-9)
}

/** How many outputs a run with these values is paid for; at least one. */
export function outputsOf(outputs: OutputCount, values: Values): number {
  if (typeof outputs === 'number') return outputs
  if ('field' in outputs) return Math.max(1, Number(values[outputs.field] ?? 1))
  return outputs.find(({ when }) => when === undefined || holds(when, values))?.count ?? 1
}
