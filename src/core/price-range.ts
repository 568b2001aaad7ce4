import { conditionFields, evaluateCondition, type Condition } from '#core/condition.ts'
import { EXAMPLE_ID } from '#core/example.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { parseMeasure } from '#core/measure.ts'
import { priceOf } from '#core/price.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'

type Priced = Pick<Action, 'fields' | 'limits' | 'price'>
type Given = Record<string, Json>

const ADDRESS = 'https://example.com/a'

/** The prices of the cheapest and the most expensive run, in micro-credits. */
type PriceRange = { least: number; most: number }

/**
 * The cached ranges. Declarations never change while a process runs, and some have thousands of
 * combinations.
 */
const known = new WeakMap<Priced, PriceRange>()

/** Returns the price range of an action. It prices every valid combination of settings once. */
export function priceRange(action: Priced): PriceRange {
  const found = known.get(action) ?? reckon(action)
  known.set(action, found)
  return found
}

function reckon(action: Priced): PriceRange {
  const names = pricedFields(action)
  const fields = Object.fromEntries(
    names.flatMap(name => (action.fields[name] === undefined ? [] : [[name, action.fields[name]]]))
  )
  const limits = (action.limits ?? []).filter(({ field }) => names.includes(field))
  const range = { least: Infinity, most: 0 }
  for (const given of combinations(names.map(name => [name, valuesOf(action, name)]))) {
    const { values, issues } = checkValues(fields, limits, given)
    if (issues.length > 0) continue
    const price = priceOf(action.price, values)
    range.least = Math.min(range.least, price)
    range.most = Math.max(range.most, price)
  }
  return range
}

/** Lists the fields that affect the price, and the fields on which those depend. */
function pricedFields({ fields, limits = [], price }: Priced): string[] {
  const names = new Set(
    price.flatMap(({ when, times = [] }) => [
      ...namesIn(when),
      ...times.flatMap(name => parseMeasure(name)?.fields ?? name)
    ])
  )
  for (const name of names) {
    for (const other of namesIn(fields[name]?.when)) names.add(other)
    for (const { field, when } of limits)
      if (field === name) for (const other of conditionFields(when)) names.add(other)
  }
  return [...names]
}

function namesIn(condition: Condition | undefined): string[] {
  return condition === undefined ? [] : conditionFields(condition)
}

function* combinations(
  [first, ...rest]: readonly (readonly [name: string, values: readonly (Json | undefined)[]])[],
  given: Given = {}
): Generator<Given> {
  if (first === undefined) return yield given
  const [name, values] = first
  for (const value of values)
    yield* combinations(rest, value === undefined ? given : { ...given, [name]: value })
}

/**
 * Returns one value of a field for each case that a price can distinguish; undefined means not
 * given.
 */
function valuesOf(action: Priced, name: string): (Json | undefined)[] {
  const field = action.fields[name]
  if (field === undefined) return [undefined]
  if (field.type === 'text' && isCounted(action, name)) return ['A', 'A'.repeat(field.max)]
  const bounds = (action.limits ?? []).flatMap(limit =>
    limit.field === name ? [limit.min ?? [], limit.max ?? []].flat() : []
  )
  const marks = marksOf(action, name)
  const told = Map.groupBy(samplesFor(field, bounds), marks)
  // A field that multiplies the price is tried at its smallest and largest value.
  return [
    undefined,
    ...[...told.values()].flatMap(alike =>
      ends(
        action.price.some(({ times }) => times?.includes(name)),
        alike
      )
    )
  ]
}

/** Checks whether the length of a text multiplies the price. */
function isCounted({ price }: Priced, name: string): boolean {
  return price.some(({ times }) => times?.includes(`${name}:characters`))
}

/**
 * Returns a function that lists the results of all conditions on a field. Values with the same
 * results have the same price.
 */
function marksOf({ fields, limits = [], price }: Priced, name: string): (value: Json) => string {
  const conditions = [
    ...price.map(({ when }) => when),
    ...limits.map(({ when }) => when),
    ...Object.values(fields).flatMap(({ when, required, derived = [] }) => [
      when,
      required === true ? undefined : required,
      ...derived.map(each => each.when)
    ])
  ].flatMap(condition =>
    condition === undefined ? [] : singles(condition).filter(({ field }) => field === name)
  )
  const lists = limits.flatMap(limit => (limit.field === name ? [limit.options ?? []] : []))
  return value =>
    [
      ...conditions.map(condition => evaluateCondition(condition, { [name]: value })),
      ...lists.map(list => list.some(option => option === value))
    ].join()
}

function ends(isFactor: boolean, alike: readonly Json[]): Json[] {
  if (!isFactor) return alike.slice(0, 1)
  const sorted = alike.toSorted((a, b) => Number(a) - Number(b))
  return [...sorted.slice(0, 1), ...sorted.slice(1).slice(-1)]
}

/** Lists the simple conditions inside a condition. */
function singles(condition: Condition): Extract<Condition, { field: string }>[] {
  if ('all' in condition) return condition.all.flatMap(singles)
  if ('any' in condition) return condition.any.flatMap(singles)
  return 'not' in condition ? singles(condition.not) : [condition]
}

function samplesFor(field: Field, bounds: readonly number[]): Json[] {
  switch (field.type) {
    case 'text':
      return ['A']
    case 'choice':
      return field.max === undefined ? [...field.options] : field.options.map(option => [option])
    case 'number':
      return [...new Set([field.min, field.max, ...bounds])]
    case 'switch':
      return [true, false]
    case 'file':
      return [field.max > 1 || field.list ? [ADDRESS] : ADDRESS]
    case 'id':
      return [field.max === undefined ? EXAMPLE_ID : [EXAMPLE_ID]]
  }
}
