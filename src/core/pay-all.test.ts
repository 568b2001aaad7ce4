import { expect, test } from 'vitest'
import type { Plan } from '#core/choose-application.ts'
import { canPayAll, combinedBalance } from '#core/pay-all.ts'

const NOW = Date.UTC(2026, 10, 26)

const plan = (id: string, remaining_amount: number, more: Partial<Plan> = {}): Plan => ({
  id,
  type: 'Usage',
  scope: 'Global',
  service_id: null,
  remaining_amount,
  expired_at: null,
  ...more
})
const own = { scope: 'Individual', service_id: 'a' } as const
const cost = (serviceId: string, credits: number) => ({ serviceId, micro: credits * 1_000_000 })

test('runs that begin together are paid together', () => {
  const plans = [plan('all', 5)]
  expect(canPayAll(plans, [cost('a', 2), cost('b', 3)], NOW)).toBe(true)
  expect(canPayAll(plans, [cost('a', 2), cost('b', 3.000001)], NOW)).toBe(false)
  expect(canPayAll([], [cost('a', 0)], NOW)).toBe(true)
  expect(canPayAll([], [cost('a', 1)], NOW)).toBe(false)
})

test('another plan pays where the first one has too little, and only for its own service', () => {
  const plans = [plan('all', 2), plan('own', 3, own)]
  expect(canPayAll(plans, [cost('a', 3), cost('a', 2)], NOW)).toBe(true)
  expect(canPayAll(plans, [cost('b', 3)], NOW)).toBe(false)
})

test('an expired plan pays for nothing, and no plan counts twice', () => {
  const plans = [plan('all', 2), plan('own', 3, own), plan('old', 9, { expired_at: '2026-11-25' })]
  expect(canPayAll(plans, [cost('a', 4)], NOW)).toBe(false)
  expect(combinedBalance(plans, ['a', 'a', 'b'], NOW)).toBe(5)
  expect(combinedBalance(plans, ['b'], NOW)).toBe(2)
})
