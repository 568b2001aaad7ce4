import { holds, isGiven, type Condition, type Values } from '#core/condition.ts'
import { factorOf, measureOf, type Measure } from '#core/measure.ts'
import { toMicro } from '#core/money.ts'
import type { OutputCount } from '#core/output-count.ts'

/**
 * A price rule of a run. The first rule whose condition holds applies. It is plain data, so that
 * the same function shows and charges the price.
 */
export type PriceRule = {
  when?: Condition
  /** Decimal credits. */
  credits: number
  /**
   * Fields whose values multiply the credits, or measures of fields such as `audio_url:seconds`
   * (`core/measure.ts`).
   */
  times?: readonly string[]
  /** The divisor: `credits: 2, times: ['duration'], per: 5` is two credits per five seconds. */
  per?: number
}

/**
 * Returns the price of all outputs of a run in micro-credits, rounded up once.
 * @throws RangeError when no rule applies; the last rule of a declaration must have no condition
 */
export function priceOf(rules: readonly PriceRule[], values: Values): number {
  const rule = rules.find(({ when }) => when === undefined || holds(when, values))
  if (rule === undefined) throw new RangeError('no price for these values')
  const factor = (rule.times ?? []).reduce((product, name) => product * factorOf(name, values), 1)
  return Math.ceil((toMicro(rule.credits) * factor) / (rule.per ?? 1) - 1e-9)
}

/**
 * Returns the unit of which a price counts a usual amount, because the text or the file to measure
 * is missing; null for an exact price.
 */
export function unmeasuredUnit(
  rules: readonly PriceRule[],
  values: Values
): Measure['unit'] | null {
  const rule = rules.find(({ when }) => when === undefined || holds(when, values))
  const missing = (rule?.times ?? [])
    .flatMap(name => measureOf(name) ?? [])
    .find(({ name, field, unit }) => !isGiven(values[unit === 'characters' ? field : name]))
  return missing?.unit ?? null
}

/** Returns the number of outputs that the price of a run covers, at least one. */
export function countOutputs(outputs: OutputCount, values: Values): number {
  if (typeof outputs === 'number') return outputs
  if ('field' in outputs) return Math.max(1, Number(values[outputs.field] ?? 1))
  return outputs.find(({ when }) => when === undefined || holds(when, values))?.count ?? 1
}
