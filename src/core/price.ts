import { holds, type Condition, type Values } from '#core/condition.ts'
import { factorOf, type Unit } from '#core/factor.ts'
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
   * (`core/factor.ts`).
   */
  times?: readonly string[]
  /** The divisor: `credits: 2, times: ['duration'], per: 5` is two credits per five seconds. */
  per?: number
}

/**
 * Returns the price of all outputs of a run in micro-credits, rounded up once. While the text or the
 * file that it measures is missing, it is the price of `per` units.
 * @throws RangeError when no rule applies; the last rule of a declaration must have no condition
 */
export function priceOf(rules: readonly PriceRule[], values: Values): number {
  const rule = ruleFor(rules, values)
  if (rule === undefined) throw new RangeError('no price for these values')
  const { credits, times = [], per = 1 } = rule
  const factor = times.reduce(
    (product, name) => product * Number(factorOf(name, values) ?? (name.includes(':') ? per : 1)),
    1
  )
  return Math.ceil((toMicro(credits) * factor) / per - 1e-9)
}

/**
 * Returns the unit of a price that holds for `per` units, because the text or the file to measure is
 * missing; undefined for an exact price.
 */
export function unmeasuredUnit(rules: readonly PriceRule[], values: Values): Unit | undefined {
  return ruleFor(rules, values)
    ?.times?.find(name => name.includes(':') && factorOf(name, values) === undefined)
    ?.split(':')[1] as Unit | undefined
}

function ruleFor(rules: readonly PriceRule[], values: Values): PriceRule | undefined {
  return rules.find(({ when }) => when === undefined || holds(when, values))
}

/** Returns the number of outputs that the price of a run covers, at least one. */
export function countOutputs(outputs: OutputCount, values: Values): number {
  if (typeof outputs === 'number') return outputs
  if ('field' in outputs) return Math.max(1, Number(values[outputs.field] ?? 1))
  return outputs.find(({ when }) => when === undefined || holds(when, values))?.count ?? 1
}
