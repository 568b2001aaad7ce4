import { expect, test } from 'vitest'
import type { Package } from '#contract/package.ts'
import {
  choosePackage,
  daysOfPackage,
  discountOf,
  activePackages,
  pricePerDay,
  recommendedPeriod,
  usualPeriod
} from '#sections/shared/packages.ts'

const pack = (more: Partial<Package>): Package => ({
  id: crypto.randomUUID(),
  service_id: null,
  type: 'Usage',
  title: '',
  amount: 10,
  price: 1.5,
  base_price: null,
  duration: 0,
  active: true,
  created_at: '',
  updated_at: '',
  ...more
})
const period = (days: number, amount: number, price: number): Package =>
  pack({ type: 'Period', duration: days * 86_400, amount, price })

test('packages of a type come smallest first, without inactive ones', () => {
  const [large, small, gone] = [pack({ amount: 50 }), pack({}), pack({ amount: 1, active: false })]
  const week = period(7, 20, 2)
  expect(activePackages([large, week, small, gone], 'Usage')).toEqual([small, large])
  expect(activePackages([large, week], 'Period')).toEqual([week])
  expect(activePackages(undefined, 'Usage')).toEqual([])
})

test.each([
  [{ amount: 50, price: 6 }, 20],
  [{ amount: 200, price: 20 }, 33],
  [{ amount: 10, price: 1.5 }, 0],
  [{ amount: 10, price: 3 }, 0],
  [{ amount: 10, price: 0 }, 100],
  [{ amount: 0, price: 6 }, 0]
])('a discount of %j against the first is rounded down to %i per cent', (other, percent) => {
  expect(discountOf({ amount: 10, price: 1.5 }, other)).toBe(percent)
})

test('there is no discount without a first package, or if that one is free', () => {
  expect(discountOf({ amount: 10, price: 0 }, { amount: 20, price: 1 })).toBe(0)
  expect(discountOf(undefined, { amount: 20, price: 1 })).toBe(0)
})

test('the longest period is recommended only if it is the cheapest per day and per credit', () => {
  const [week, month, year] = [period(7, 20, 2), period(30, 100, 8.5), period(365, 1300, 85)]
  expect(recommendedPeriod([week, month, year])).toBe(year)
  expect(recommendedPeriod([week, month, period(365, 1300, 120)])).toBeNull()
  expect(recommendedPeriod([week, month, period(365, 300, 85)])).toBeNull()
  expect(recommendedPeriod([week, period(365, 20 * (365 / 7), 2 * (365 / 7))])).toBeNull()
  expect([recommendedPeriod([year]), recommendedPeriod([])]).toEqual([null, null])
})

test('a period has whole days, and credits that never expire cost infinitely much per day', () => {
  expect([daysOfPackage(period(7, 1, 1)), daysOfPackage(pack({}))]).toEqual([7, 0])
  expect([pricePerDay(period(10, 1, 5)), pricePerDay(pack({}))]).toEqual([0.5, Infinity])
})

test('a month is the usual period, else the shortest one', () => {
  const [week, month, year] = [period(7, 250, 20), period(30, 1000, 60), period(365, 1300, 120)]
  expect(usualPeriod([week, month, year])).toBe(month)
  expect(usualPeriod([week, year])).toBe(week)
  expect(usualPeriod([])).toBeUndefined()
})

test('the named package is chosen, else the recommended one, else the first', () => {
  const [a, b] = [pack({}), pack({})]
  expect(choosePackage([a, b], b.id, a)).toBe(b)
  expect(choosePackage([a, b], 'nonsense', b)).toBe(b)
  expect(choosePackage([a, b], null, null)).toBe(a)
  expect(choosePackage([], null, undefined)).toBeUndefined()
})
