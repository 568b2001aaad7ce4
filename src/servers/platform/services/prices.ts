import type { ServicePrice } from '#contract/service.ts'
import type { FieldValues } from '#core/condition.ts'
import { priceFactor } from '#core/factor.ts'
import type { Fields } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { parseMeasure, type Measure } from '#core/measure.ts'
import { microToCredits, creditsToMicro } from '#core/money.ts'
import type { PriceRule } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { formLogic, type FormLogic } from '#servers/platform/services/logic.ts'

/**
 * The price that API clients show beside their button. The first estimate whose JsonLogic is true
 * for the form counts.
 */
export type PriceEstimate = { conditions: Json; consumption: number }

/** The most values of a number field that get an estimate each. More would not be a price list. */
const MOST = 30

/** Estimates by the actions of a service. Another level of prices has other actions. */
const estimates = new WeakMap<object, PriceEstimate[]>()

/**
 * Returns the price metadata of a service: `price` holds the estimates for all its forms, `prices`
 * all rules by action.
 */
export function metadataPrices({
  id,
  actions = {}
}: Pick<Service, 'id' | 'actions'>): Record<string, unknown> {
  if (Object.keys(actions).length === 0) return {}
  const prices = Object.fromEntries(
    Object.entries(actions).map(([verb, { price }]) => [`${id}/${verb}`, price])
  )
  const price = estimates.get(actions) ?? formEstimates(actions)
  estimates.set(actions, price)
  return { price, prices }
}

/**
 * Returns the estimates of all actions in one list. API clients keep the forms of a service in one
 * object, whose `type` names the open form. A button below a result adds an `action` to that
 * object, which only the first form knows.
 */
function formEstimates(actions: Readonly<Record<string, Action>>): PriceEstimate[] {
  const [first, ...others] = Object.entries(actions)
  if (first === undefined) return []
  const guarded = others.flatMap(([verb, action]) => {
    const foreign = ownDeeds(first[1]).filter(deed => !deedsOf(action).includes(deed))
    const isOpen: Json[] = [
      { '==': [{ var: 'type' }, verb] },
      ...(foreign.length > 0 ? [{ '!': [{ in: [{ var: 'action' }, foreign] }] }] : [])
    ]
    return estimatesOf(action).map(({ conditions, consumption }) => ({
      conditions: { and: [...isOpen, ...(conditions === true ? [] : [conditions])] },
      consumption
    }))
  })
  return [...guarded, ...estimatesOf(first[1])]
}

/** Returns the values that the `action` field of a form may have. */
function deedsOf({ fields }: Pick<Action, 'fields'>): Json[] {
  const field = fields['action']
  return field?.type === 'choice' ? [...field.options] : []
}

/** Returns the values of the `action` field without the default, which any form may contain. */
function ownDeeds(action: Pick<Action, 'fields'>): Json[] {
  const field = action.fields['action']
  return deedsOf(action).filter(deed => field?.type !== 'choice' || deed !== field.default)
}

/** Returns the price rules of one action in API form. The first rule that applies counts. */
export function priceList(
  verb: string,
  title: string,
  { price }: Pick<Action, 'price'>
): ServicePrice[] {
  return price.map(({ when, credits, times, per, plus }) => ({
    action: verb,
    title,
    credits,
    ...(when !== undefined && { when }),
    ...(times !== undefined && { times: [...times] }),
    ...(per !== undefined && { per }),
    ...(plus !== undefined && { plus })
  }))
}

/**
 * Returns the estimates of one action. The amount of an estimate is constant. So a rule that
 * multiplies by fields has one estimate per combination of their values.
 */
export function estimatesOf({ fields, price }: Priced): PriceEstimate[] {
  const logic = formLogic(fields)
  return price.flatMap(rule =>
    casesOf({ fields, logic }, rule).map(each => estimate(logic, rule, each))
  )
}

type Priced = Pick<Action, 'fields' | 'price'>
type Form = { fields: Fields; logic: FormLogic }

/** An amount that multiplies a price, and when it does. */
type Factor = { conditions: readonly Json[]; amount: number }

function estimate(
  logic: FormLogic,
  { when, credits, per = 1, plus = 0 }: PriceRule,
  factors: readonly Factor[]
): PriceEstimate {
  const conditions = [
    ...(when === undefined ? [] : [logic.holds(when)]),
    ...factors.flatMap(each => each.conditions)
  ]
  const factor = factors.reduce((product, { amount }) => product * amount, 1)
  const micro = Math.ceil((creditsToMicro(credits) * factor) / per - 1e-9) + creditsToMicro(plus)
  return { conditions: logic.all(conditions), consumption: microToCredits(micro) }
}

/** Returns every combination of the values of some fields. */
function casesOf(form: Form, { times = [], per = 1 }: PriceRule): Factor[][] {
  return times.reduce<Factor[][]>(
    (cases, name) =>
      cases.flatMap(each => factorsOf(form, name, per).map(factor => [...each, factor])),
    [[]]
  )
}

function factorsOf({ fields, logic }: Form, name: string, per: number): Factor[] {
  const measure = parseMeasure(name)
  if (measure === null)
    return numbersOf(fields, name).map(value => ({
      conditions: [value === null ? logic.isNothing(name) : logic.is(name, value)],
      amount: Number(value ?? 1)
    }))
  // An estimate cannot measure a file or text, so it is the price of `per` units.
  return measure.unit === 'area'
    ? areasOf({ fields, logic }, measure)
    : [{ conditions: [], amount: per }]
}

/** Estimates an area for the default size, without the image that it measures and with a small one. */
function areasOf({ fields, logic }: Form, { name, fields: measured }: Measure): Factor[] {
  const { values } = checkValues(fields, [], {})
  const file = measured.find(field => fields[field]?.type === 'file')
  const areaOf = (more: FieldValues): number => Number(priceFactor(name, { ...values, ...more }))
  if (file === undefined) return [{ conditions: [], amount: areaOf({}) }]
  const given = (is: boolean): Json => logic.holds({ field: file, given: is })
  return [
    { conditions: [given(false)], amount: areaOf({}) },
    { conditions: [given(true)], amount: areaOf({ [file]: 'file', [`${file}:area`]: 1 }) }
  ]
}

/** Returns the values of a field; null means that the field is not used. */
function numbersOf(fields: Fields, name: string): (string | number | null)[] {
  const field = fields[name]
  const nothing =
    field?.when !== undefined || (field !== undefined && !('default' in field)) ? [null] : []
  if (field?.type === 'choice') return [...field.options, ...nothing]
  if (field?.type !== 'number' || field.step === undefined)
    throw new RangeError(`${name} has no values to be priced one by one`)
  const { min, max, step } = field
  return [
    ...Array.from(
      { length: Math.min(MOST, Math.floor((max - min) / step) + 1) },
      (_, at) => min + at * step
    ),
    ...nothing
  ]
}
