import { evaluateCondition, type Condition, type FieldValues } from '#core/condition.ts'
import { priceFactor, type MeasureUnit } from '#core/factor.ts'
import { creditsToMicro } from '#core/money.ts'
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
   * Fields whose values multiply the credits, or measures of fields such as `audio_url:seconds` and
   * `size+image_url:area` (`core/factor.ts`).
   */
  times?: readonly string[]
  /** The divisor: `credits: 2, times: ['duration'], per: 5` is two credits per five seconds. */
  per?: number
  /** Decimal credits that are added once. */
  plus?: number
}

/** The price of a run in micro-credits. */
export type Quote = {
  micro: number
  /**
   * Set if the text or the file to measure is missing. The price is then that of `per` of these
   * units.
   */
  unit?: MeasureUnit | undefined
}

/**
 * Returns the price of all outputs of a run, rounded up once. If something to measure is missing,
 * the price is not exact and has a unit.
 * @throws RangeError when no rule applies; the last rule of a declaration must have no condition
 */
export function quoteOf(rules: readonly PriceRule[], values: FieldValues): Quote {
  const rule = rules.find(({ when }) => when === undefined || evaluateCondition(when, values))
  if (rule === undefined) throw new RangeError('no price')
  const { credits, times = [], per = 1, plus = 0 } = rule
  let missing: MeasureUnit | undefined
  const factor = times.reduce((product, name) => {
    const unit = name.split(':')[1] as MeasureUnit | undefined
    const amount = priceFactor(name, values)
    if (amount === undefined) missing ??= unit
    return product * Number(amount ?? (unit ? per : 1))
  }, 1)
  return {
    micro: Math.ceil((creditsToMicro(credits) * factor) / per - 1e-9) + creditsToMicro(plus),
    unit: missing
  }
}

/** Returns the price alone, in micro-credits. */
export function priceOf(rules: readonly PriceRule[], values: FieldValues): number {
  return quoteOf(rules, values).micro
}

/** Returns the number of outputs that the price of a run covers, at least one. */
export function countOutputs(outputs: OutputCount, values: FieldValues): number {
  if (typeof outputs === 'number') return outputs
  if ('field' in outputs) return Math.max(1, Number(values[outputs.field] ?? 1))
  return (
    outputs.find(({ when }) => when === undefined || evaluateCondition(when, values))?.count ?? 1
  )
}
