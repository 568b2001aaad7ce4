import type { ServicePrice } from '#contract/service.ts'
import type { Fields } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { toCredits, toMicro } from '#core/money.ts'
import type { PriceRule } from '#core/price.ts'
import type { Action, Service } from '#core/service.ts'
import { formLogic, type FormLogic } from '#servers/platform/services/logic.ts'

/** What clients of the contract show beside their button: of these, the first whose JsonLogic holds for their form counts. */
export type PriceEstimate = { conditions: Json; consumption: number }

/** Values of one field that are priced one by one; more is no price list. */
const MOST = 20

/** The prices of a service's actions as its metadata tells them: estimates for every form, and all rules by action. */
export function metadataPrices({ id, actions = {} }: Pick<Service, 'id' | 'actions'>): Record<string, unknown> {
  if (Object.keys(actions).length === 0) return {}
  const prices = Object.fromEntries(Object.entries(actions).map(([verb, { price }]) => [`${id}/${verb}`, price]))
  return { price: formEstimates(actions), prices }
}

/**
 * The estimates of all actions in one list. Clients of the contract keep the forms of a service in one object, whose
 * `type` names the open one; a button below a result adds an `action` to it, which only the first form knows.
 */
export function formEstimates(actions: Readonly<Record<string, Action>>): PriceEstimate[] {
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

/** Values that a form's `action` may have. */
function deedsOf({ fields }: Pick<Action, 'fields'>): Json[] {
  const field = fields['action']
  return field?.type === 'choice' ? [...field.options] : []
}

/** Without the usual one, which any form may hold. */
function ownDeeds(action: Pick<Action, 'fields'>): Json[] {
  const field = action.fields['action']
  return deedsOf(action).filter(deed => field?.type !== 'choice' || deed !== field.default)
}

/** The rules of one action as the contract lists them: the first that holds counts. */
export function priceList(verb: string, title: string, { price }: Pick<Action, 'price'>): ServicePrice[] {
  return price.map(({ when, credits, times, per }) => ({
    action: verb,
    title,
    credits,
    ...(when !== undefined && { when }),
    ...(times !== undefined && { times: [...times] }),
    ...(per !== undefined && { per })
  }))
}

/** An estimate's amount is a constant there: what is multiplied has one for each of its values. */
export function estimatesOf({ fields, price }: Pick<Action, 'fields' | 'price'>): PriceEstimate[] {
  const logic = formLogic(fields)
  return price.flatMap(rule => casesOf(fields, rule.times ?? []).map(each => estimate(logic, rule, each)))
}

/** Null stands for a field that does not count. */
type Case = readonly { field: string; value: string | number | null }[]

function estimate(logic: FormLogic, { when, credits, per = 1 }: PriceRule, values: Case): PriceEstimate {
  const conditions = [
    ...(when === undefined ? [] : [logic.holds(when)]),
    ...values.map(({ field, value }) => (value === null ? logic.isNothing(field) : logic.is(field, value)))
  ]
  const factor = values.reduce((product, { value }) => product * Number(value ?? 1), 1)
  const consumption = toCredits(Math.ceil((toMicro(credits) * factor) / per - 1e-9))
  return { conditions: conditions.length === 0 ? true : { and: conditions }, consumption }
}

/** Every combination of the values of some fields. */
function casesOf(fields: Fields, names: readonly string[]): Case[] {
  return names.reduce<Case[]>(
    (cases, field) => cases.flatMap(each => numbersOf(fields, field).map(value => [...each, { field, value }])),
    [[]]
  )
}

function numbersOf(fields: Fields, name: string): (string | number | null)[] {
  const field = fields[name]
  const nothing = field?.when !== undefined || (field !== undefined && !('default' in field)) ? [null] : []
  if (field?.type === 'choice') return [...field.options, ...nothing]
  if (field?.type !== 'number' || field.step === undefined) throw new RangeError(`${name} has no values to be priced one by one`)
  const { min, max, step } = field
  return [...Array.from({ length: Math.min(MOST, Math.floor((max - min) / step) + 1) }, (_, at) => min + at * step), ...nothing]
}
