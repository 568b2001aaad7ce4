import { findService, SERVICES } from '#catalog/index.ts'
import type { Service as Offered, ServicePrice } from '#contract/service.ts'
import { readForm } from '#core/form.ts'
import { microToCredits } from '#core/money.ts'
import { countOutputs, quoteOf, type PriceRule } from '#core/price.ts'
import type { Medium } from '#core/service.ts'

/** Something that credits buy: `credits` is the price of one. */
export type CreditExample = { medium: Medium; title: string; credits: number }

type Priced = Pick<Offered, 'id' | 'title' | 'price'>

/** Tokens of a typical question and of its answer. */
export const TYPICAL_ANSWER_TOKENS = { input: 500, output: 500 }

/**
 * Returns examples of what a plan's credits buy, one for each medium. The price is that of a
 * service's form as it opens.
 * @param offered services from the platform, with their prices
 */
export function exampleRuns(offered: readonly Priced[], serviceId: string | null): CreditExample[] {
  const found = SERVICES.toSorted((a, b) => a.place - b.place)
    .filter(each => serviceId === null || each.serviceId === serviceId)
    .flatMap(each => offered.find(({ id }) => id === each.serviceId) ?? [])
    .flatMap(sampleOf)
  return found.filter(({ medium }, at) => found.findIndex(each => each.medium === medium) === at)
}

/**
 * Returns how many of a thing the credits buy, rounded down. From a hundred on it keeps only two
 * digits, because the estimate is not more exact.
 */
export function affordableCount(credits: number, each: number): number {
  if (!(each > 0) || !(credits > 0)) return 0
  const whole = Math.floor(credits / each + 1e-9)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, whole))) - 1)
  return Math.floor(whole / step) * step
}

function sampleOf({ id, title, price }: Priced): CreditExample[] {
  const service = findService(id)
  if (service === undefined) return []
  const [verb, action] = Object.entries(service.actions ?? {})[0] ?? []
  if (verb === undefined || action === undefined)
    return service.medium === 'chat' ? answerOf(price) : []
  const { values } = readForm(action, action.opens ?? {})
  const rules = price.flatMap(each =>
    'action' in each && each.action === verb ? [ruleOf(each)] : []
  )
  if (rules.length === 0) return []
  const { micro, unit } = quoteOf(rules, values)
  // A price by length or size has no single thing that could be counted.
  if (unit !== undefined) return []
  const credits = microToCredits(micro) / countOutputs(action.outputs, values)
  return credits > 0 ? [{ medium: service.medium, title, credits }] : []
}

function answerOf(price: readonly ServicePrice[]): CreditExample[] {
  const [model] = price.flatMap(each => ('model' in each ? [each] : []))
  if (model === undefined) return []
  const credits =
    (model.input * TYPICAL_ANSWER_TOKENS.input + model.output * TYPICAL_ANSWER_TOKENS.output) / 1000
  return credits > 0 ? [{ medium: 'chat', title: model.title, credits }] : []
}

function ruleOf({
  credits,
  when,
  times,
  per,
  plus
}: Extract<ServicePrice, { action: string }>): PriceRule {
  return {
    credits,
    ...(when !== undefined && { when: when as NonNullable<PriceRule['when']> }),
    ...(times !== undefined && { times }),
    ...(per !== undefined && { per }),
    ...(plus !== undefined && { plus })
  }
}
