import type { FieldValues } from '#core/condition.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { fileMeasures, parseMeasure } from '#core/measure.ts'
import { priceOf } from '#core/price.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { costOfRequest } from '#core/vendor-cost.ts'
import { vendorRefusals, type VendorAction } from '#core/vendor.ts'

/** A call, its price in micro-credits, and what the vendor's list asks, in micro-US-dollars. */
export type ListedCall = { values: FieldValues; price: number; cost: number }

const ADDRESS = 'https://files.example/a'
const FILE = /https:\/\/files\.example\/a\d*/g
const BYTES = 'data:image/png;base64,AA=='

/** The measures of the files, to compute prices: a minute, a megapixel, and a large image. */
const MEASURED = { seconds: 60, megapixels: 1, area: 3 }

/**
 * Tries the values of an action that may change its price, and yields what each call costs at a
 * vendor. Calls that the vendor does not support, that need an earlier result, or whose cost is in
 * no list are left out.
 * @param most combinations of values to try. The fields that the price counts come first, so that
 * this leaves out only others.
 */
export function* listedCalls(
  action: Action,
  vendor: VendorAction,
  most: number
): Generator<ListedCall | null> {
  if (vendor.costs === undefined) return
  const { fields, price } = action
  const measures = fileMeasures(price)
    .filter(({ field }) => fields[field]?.type === 'file')
    .map(({ name, unit }) => [name, MEASURED[unit]] as const)
  for (const body of bodiesOf(action, most))
    yield listedCall(action, vendor, body, Object.fromEntries(measures))
}

/** @returns null for a call that is left out */
function listedCall(
  { fields, limits = [], price }: Action,
  vendor: VendorAction,
  body: Record<string, Json>,
  measures: Record<string, number>
): ListedCall | null {
  const { values: read, issues } = checkValues(fields, limits, body)
  if (issues.length > 0 || vendorRefusals({ fields }, vendor, read).length > 0) return null
  const values = { ...read, ...measures }
  if (Object.entries(fields).some(([name, { type }]) => type === 'id' && name in values))
    return null
  // Some vendors get the bytes of files instead of their address.
  const asked = JSON.parse(JSON.stringify(values).replaceAll(FILE, BYTES)) as typeof values
  const request = vendor.request({ action: '', values: asked, earlier: {} })
  const { listed } = costOfRequest(vendor.costs, request, values)
  if (listed === null) return null
  return { values, price: priceOf(price, values), cost: listed * (vendor.alike?.(values) ?? 1) }
}

/** Combines the values of the fields of an action. */
function bodiesOf({ fields, limits = [], price }: Action, most: number): Record<string, Json>[] {
  const counted = new Set(
    price.flatMap(({ times = [] }) => times.flatMap(name => parseMeasure(name)?.fields ?? []))
  )
  const rules = JSON.stringify(price)
  const counts = (name: string): boolean => rules.includes(`"${name}"`) || counted.has(name)
  const order = Object.entries(fields).toSorted(
    ([one], [other]) => Number(counts(other)) - Number(counts(one))
  )
  let bodies: Record<string, Json>[] = [{}]
  for (const [name, field] of order) {
    if (field.type === 'text') bodies = bodies.map(body => ({ ...body, [name]: 'A harbour' }))
    const isAside = field.type === 'choice' && field.look !== undefined
    // Try a choice of looks only if the price depends on it, and then only one option and the largest
    // sizes in pixels, since other shapes may cost less.
    if (field.type === 'text' || (isAside && !counts(name))) continue
    const options = isAside
      ? [...optionsOf(field).slice(0, 2), ...largestSizes(name, field, limits)]
      : optionsOf(field)
    if (bodies.length * options.length > most) continue
    bodies = bodies.flatMap(body =>
      options.map(option => (option === undefined ? body : { ...body, [name]: option }))
    )
  }
  return bodies
}

/** Returns the values of a field that may change a price. */
function optionsOf(field: Field): readonly (Json | undefined)[] {
  if (field.type === 'choice') return [undefined, ...field.options]
  if (field.type === 'switch') return [true, false]
  if (field.type !== 'file') return [undefined]
  // A vendor may bill each file of a list, so use as many files as allowed.
  const all = Array.from({ length: field.max }, (_, at) => `${ADDRESS}${at}`)
  return [undefined, field.max > 1 || field.list ? all : ADDRESS]
}

/** Returns the largest sizes in pixels that a field allows some model. */
function largestSizes(name: string, field: Field, limits: Action['limits'] = []): string[] {
  if (field.type !== 'choice' || field.pixels === undefined) return []
  const most = limits.flatMap(limit => (limit.field === name ? (limit.max ?? []) : []))
  return [field.pixels.max, ...most].map(side => `${side}x${side}`)
}
