import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { PACKAGES } from '#catalog/packages.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import type { Field } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { fileMeasures, parseMeasure } from '#core/measure.ts'
import { priceOf } from '#core/price.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { costOfRequest } from '#core/vendor-cost.ts'
import { vendorRefusals, type VendorAction } from '#core/vendor.ts'
import { UNKNOWN_COSTS } from './support/unknown-costs.ts'

/** Credits that we charge per US dollar of a vendor's list price. */
const RELATION = 16

/** Prices are rounded up, by at most this factor or by a twentieth of a credit. */
const ROUNDED = 1.1
const STEP = 0.05

/** Dollars for a credit in the cheapest package. */
const CREDIT = Math.min(...PACKAGES.map(({ price, amount }) => price / amount))

/** Maximum number of calls that are compared for an action. */
const MOST = 40_000

const ADDRESS = 'https://files.example/a'
const FILE = /https:\/\/files\.example\/a\d*/g
const BYTES = 'data:image/png;base64,AA=='

type Call = { credits: number; dollars: number; values: string }

/** Returns the values of a field that may change a price. */
function optionsOf(field: Field): readonly (Json | undefined)[] {
  if (field.type === 'choice') return [undefined, ...field.options]
  if (field.type === 'switch') return [true, false]
  if (field.type !== 'file') return [undefined]
  // A vendor may bill each file of a list, so use as many files as allowed.
  const most = Array.from({ length: field.max }, (_, at) => `${ADDRESS}${at}`)
  return [undefined, field.max > 1 || field.list ? most : ADDRESS]
}

/** Returns the largest sizes in pixels that a field allows some model. */
function largestSizes(name: string, field: Field, limits: Action['limits'] = []): string[] {
  if (field.type !== 'choice' || field.pixels === undefined) return []
  const most = limits.flatMap(limit => (limit.field === name ? (limit.max ?? []) : []))
  return [field.pixels.max, ...most].map(side => `${side}x${side}`)
}

/** The measures of the files, to compute prices: a minute, a megapixel, and a large image. */
const MEASURED = { seconds: 60, megapixels: 1, area: 3 }

/**
 * Returns calls of an action with their price in our credits and at the vendor. Calls whose price
 * the vendor's list does not contain are left out.
 */
function callsOf({ fields, limits = [], price }: Action, vendor: VendorAction): Call[] {
  if (vendor.costs === undefined) return []
  const measures = fileMeasures(price)
    .filter(({ field }) => fields[field]?.type === 'file')
    .map(({ name, unit }) => [name, MEASURED[unit]] as const)
  let bodies: Record<string, Json>[] = [{}]
  // Try the fields that count in the price first, so that the maximum does not leave any of them
  // out.
  const measured = price.flatMap(({ times = [] }) =>
    times.flatMap(name => parseMeasure(name)?.fields ?? [])
  )
  const counts = (name: string): boolean =>
    JSON.stringify(price).includes(`"${name}"`) || measured.includes(name)
  const order = Object.entries(fields).toSorted(
    ([one], [other]) => Number(counts(other)) - Number(counts(one))
  )
  for (const [name, field] of order) {
    if (field.type === 'text') bodies = bodies.map(body => ({ ...body, [name]: 'A harbour' }))
    const isAside = field.type === 'choice' && field.look !== undefined
    // Try a choice of looks only if the price depends on it, and then only one option and the largest
    // sizes in pixels, since other shapes may cost less.
    if (field.type === 'text' || (isAside && !counts(name))) continue
    const options = isAside
      ? [...optionsOf(field).slice(0, 2), ...largestSizes(name, field, limits)]
      : optionsOf(field)
    if (bodies.length * options.length > MOST) continue
    bodies = bodies.flatMap(body =>
      options.map(option => (option === undefined ? body : { ...body, [name]: option }))
    )
  }
  return bodies.flatMap((body): Call[] => {
    const { values: read, issues } = checkValues(fields, limits, body)
    if (issues.length > 0 || vendorRefusals({ fields }, vendor, read).length > 0) return []
    const values = { ...read, ...Object.fromEntries(measures) }
    // Skip requests that build on an earlier result, since that result would be needed.
    if (Object.entries(fields).some(([name, { type }]) => type === 'id' && name in values))
      return []
    const alike = vendor.alike?.(values) ?? 1
    // Some vendors get the bytes of files instead of their address.
    const asked = JSON.parse(JSON.stringify(values).replaceAll(FILE, BYTES)) as typeof values
    const request = vendor.request({ action: '', values: asked, earlier: {} })
    const { listed } = costOfRequest(vendor.costs, request, values)
    if (listed === null) return []
    return [
      {
        credits: priceOf(price, values) / 1e6,
        dollars: (listed * alike) / 1e6,
        values: JSON.stringify(values)
      }
    ]
  })
}

/** Every action that some vendor offers, by vendor. */
const DONE = Object.entries(VENDOR_SERVICES).flatMap(([vendor, does]) =>
  Object.entries(does).flatMap(([id, verbs]) =>
    Object.entries(verbs).map(([verb, doing]) => {
      const action = SERVICES.find(service => service.id === id)?.actions?.[verb]
      const of = `${id} ${verb}`
      return { name: `${of} by ${vendor}`, of, vendor, doing, action }
    })
  )
)

const ACTIONS = DONE.flatMap(({ action, doing, ...named }) => {
  const calls = action === undefined ? [] : callsOf(action, doing)
  return calls.length === 0 ? [] : [{ ...named, calls }]
})

/**
 * The highest list price of each call, since an operator may have only the most expensive vendor.
 */
const DEAREST = new Map<string, number>()
for (const { of, calls } of ACTIONS)
  for (const { values, dollars } of calls)
    DEAREST.set(of + values, Math.max(dollars, DEAREST.get(of + values) ?? 0))

test('every action of a vendor has a cost, or a reason why its cost is unknown', () => {
  const unpriced = DONE.filter(({ doing: { costs = {} } }) => Object.keys(costs).length === 0)
  expect(unpriced.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNKNOWN_COSTS).toSorted())
})

test('a cost that no list contains in advance comes with the vendor’s answer', () => {
  const compared = new Set(ACTIONS.map(({ name }) => name))
  const silent = DONE.filter(({ name, doing: { costs = {}, units } }) => {
    const hasUnits = Object.values(costs).some(({ unit }) => unit !== undefined)
    return !compared.has(name) && !(name in UNKNOWN_COSTS) && !(hasUnits || units !== undefined)
  })
  expect(silent.map(({ name }) => name)).toEqual([])
  expect(ACTIONS.length).toBeGreaterThan(30)
})

test.each(ACTIONS)('$name: no price is below cost in the cheapest package', ({ calls }) => {
  expect(calls.filter(({ credits, dollars }) => credits * CREDIT < dollars).slice(0, 3)).toEqual([])
})

test.each(ACTIONS.filter(({ vendor }) => vendor === 'fal'))(
  '$name: prices are 16 credits for each dollar, rounded up',
  ({ of, calls }) => {
    const off = calls.filter(({ credits, values }) => {
      const exact = (DEAREST.get(of + values) ?? 0) * RELATION
      return credits < exact - 1e-6 || credits > Math.max(exact * ROUNDED, exact + STEP)
    })
    expect(off.slice(0, 3)).toEqual([])
  }
)

test.each(CHAT_GROUPS.flatMap(({ models }) => models))(
  'the price of $name in chat is 16 credits for each dollar',
  ({ price, cost, long }) => {
    for (const each of [{ price, cost }, ...(long ? [long] : [])])
      for (const part of ['input', 'output'] as const) {
        expect(each.price[part] / (each.cost?.[part] ?? 1)).toBeCloseTo(RELATION, 6)
        expect(each.price[part] * CREDIT).toBeGreaterThanOrEqual(each.cost?.[part] ?? 0)
      }
  }
)
