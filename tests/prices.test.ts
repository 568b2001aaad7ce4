import { expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import { PACKAGES } from '#catalog/packages.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { listedCalls } from '#core/listed-calls.ts'
import type { Action } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'
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

type Call = { credits: number; dollars: number; values: string }

/** Returns calls of an action with their price in our credits and at the vendor. */
function callsOf(action: Action, vendor: VendorAction): Call[] {
  return [...listedCalls(action, vendor, MOST)].flatMap(call => {
    if (call === null) return []
    const { values, price, cost } = call
    return [{ credits: price / 1e6, dollars: cost / 1e6, values: JSON.stringify(values) }]
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
