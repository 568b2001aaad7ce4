import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { evaluateCondition, type FieldValues } from '#core/condition.ts'
import { priceFactor } from '#core/factor.ts'
import type { Field } from '#core/field.ts'
import { readForm } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import { fileMeasures } from '#core/measure.ts'
import { priceOf, type PriceRule } from '#core/price.ts'
import { repriceTool } from '#core/reprice-tool.ts'
import type { Action, Service } from '#core/service.ts'
import { applyToolTerms } from '#core/tool-terms.ts'

const TOOLS = SERVICES.flatMap(({ id, actions = {} }) =>
  Object.entries(actions).map(([verb, action]) => ({ name: `${id} ${verb}`, id, verb, action }))
)

function optionsOf(field: Field): Json[] {
  if (field.type === 'choice') return field.options.map(each => (field.max ? [each] : each))
  if (field.type === 'number') return [field.min, field.max]
  return field.type === 'switch' ? [true, false] : []
}

/** Returns the values of forms in which one field differs from its default. */
function formsOf(action: Action): FieldValues[] {
  const measures = fileMeasures(action.price).map(({ name }) => [name, 7] as const)
  const single = Object.entries(action.fields).flatMap(([name, field]) =>
    optionsOf(field).map(value => ({ [name]: value }))
  )
  return [{}, ...single].map(form => ({
    ...readForm(action, form).values,
    ...Object.fromEntries(measures)
  }))
}

/** Computes a price in whole numbers, rounded up once. */
function exactPrice(rules: readonly PriceRule[], values: FieldValues, percent: number): number {
  const rule = rules.find(({ when }) => when === undefined || evaluateCondition(when, values))
  const { credits = 0, times = [], per = 1, plus = 0 } = rule ?? {}
  // Durations may have three decimals.
  const [micro, factor] = [
    BigInt(Math.round(credits * 1e6)),
    times.reduce((product, name) => {
      const isMissing = priceFactor(name, values) === undefined
      return (
        product * Number(isMissing ? (name.includes(':') ? per : 1) : priceFactor(name, values))
      )
    }, 1000)
  ]
  const [sum, parts] = [
    micro * BigInt(Math.round(factor)) * BigInt(percent),
    BigInt(Math.round(per * 100_000))
  ]
  return Number((sum + parts - 1n) / parts) + Math.ceil((Math.round(plus * 1e6) * percent) / 100)
}

test.each(TOOLS)('$name: a level changes each price, rounded up once', ({ id, verb, action }) => {
  const service = SERVICES.find(each => each.id === id) as Service
  const forms = formsOf(action)
  for (const percent of [10, 99, 100, 150, 1000]) {
    const priced = repriceTool(service, percent).actions?.[verb]
    for (const values of forms) {
      const price = priceOf(priced?.price ?? [], values)
      expect(price, JSON.stringify(values)).toBe(exactPrice(action.price, values, percent))
      // The prices of the catalogue have at most four decimals, so that a percent of them is exact.
      const usual = priceOf(action.price, values)
      if (percent >= 100) expect(price).toBeGreaterThanOrEqual((usual * percent) / 100 - percent)
      expect(price > 0).toBe(usual > 0)
    }
  }
})

const rules = (...price: PriceRule[]): Service =>
  ({ id: 'x', actions: { make: { price } } }) as unknown as Service
const pricesOf = (service: Service): readonly PriceRule[] => service.actions?.['make']?.price ?? []

test('the smallest price stays above zero, a free one stays free, and nothing else changes', () => {
  const when = { field: 'hd', is: true }
  const service = rules(
    { when, credits: 0.000_001, times: ['n'], per: 5, plus: 0.03 },
    { credits: 0 }
  )
  expect(pricesOf(repriceTool(service, 10))).toEqual([
    { when, credits: 0.000_001, times: ['n'], per: 5, plus: 0.003 },
    { credits: 0 }
  ])
  expect(repriceTool(service, 100)).toBe(service)
})

test('the actions of a level are the same objects until the level changes', () => {
  const service = rules({ credits: 0.4 })
  const raised = repriceTool(service, 150)
  expect(repriceTool(service, 150).actions).toBe(raised.actions)
  expect(pricesOf(repriceTool(service, 200))).toEqual([{ credits: 0.8 }])
  expect(pricesOf(repriceTool(service, 150))).toEqual([{ credits: 0.6 }])
  expect(pricesOf(service)).toEqual([{ credits: 0.4 }])
})

test('terms apply to the tool that they name', () => {
  const terms = { retired_models: {}, price_percents: { x: 250 } }
  expect(pricesOf(applyToolTerms(rules({ credits: 0.4 }), terms))).toEqual([{ credits: 1 }])
  const other = rules({ credits: 0.4 })
  expect(applyToolTerms({ ...other, id: 'y' }, terms).actions).toBe(other.actions)
})
