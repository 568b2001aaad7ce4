import { describe, expect, test } from 'vitest'
import { serviceBalance, chooseApplication, plansFor, type Plan } from './choose-application.ts'

const NOW = Date.UTC(2026, 10, 21)
const PAST = '2026-11-20T00:00:00.000Z'

const plan = (id: string, more: Partial<Plan> = {}): Plan => ({
  id,
  type: 'Usage',
  scope: 'Global',
  service_id: null,
  remaining_amount: 5,
  expired_at: null,
  ...more
})
const chosen = (current: string | null, ...all: Plan[]): string | undefined =>
  chooseApplication(all, current, NOW)?.id

describe('the plan that pays', () => {
  const own = { scope: 'Individual', service_id: 's' } as const
  const [individual, limited] = [plan('own', own), plan('own-end', { ...own, type: 'Period' })]
  const [global, subscription] = [plan('all'), plan('all-end', { type: 'Period' })]

  test('is the first plan of the preferred kind, in any order of the list', () => {
    expect(chosen(null, individual, limited, global, subscription)).toBe('all-end')
    expect(chosen(null, individual, limited, global, plan('second'))).toBe('all')
    expect(chosen(null, individual, limited)).toBe('own-end')
    expect(chosen(null, individual)).toBe('own')
  })
  test('stays the current plan while it is listed and usable', () => {
    expect(chosen('own', individual, limited, global)).toBe('own')
    expect(chosen('gone', individual, global)).toBe('all')
    expect(chosen('empty', plan('empty', { remaining_amount: 0 }), individual)).toBe('own')
    expect(chosen('ended', plan('ended', { expired_at: PAST }), individual)).toBe('own')
  })
  test('must have a positive balance, not 0 or a debt', () => {
    expect(chosen(null, plan('empty', { type: 'Period', remaining_amount: 0 }), individual)).toBe(
      'own'
    )
    expect(chosen(null, plan('owes', { remaining_amount: -1 }), individual)).toBe('own')
    expect(chosen(null, plan('crumb', { remaining_amount: 0.000001 }), individual)).toBe('crumb')
  })
  test('must end later than now', () => {
    expect(chosen(null, plan('ended', { expired_at: PAST }), individual)).toBe('own')
    expect(chosen(null, plan('now', { expired_at: new Date(NOW).toISOString() }), individual)).toBe(
      'own'
    )
    expect(
      chosen(null, plan('later', { expired_at: new Date(NOW + 1).toISOString() }), individual)
    ).toBe('later')
  })
  test('is the first listed plan when none is usable, and none when the list is empty', () => {
    expect(
      chosen('second', plan('ended', { expired_at: PAST }), plan('second', { remaining_amount: 0 }))
    ).toBe('ended')
    expect(chosen(null)).toBeUndefined()
  })
})

test("plansFor returns global plans and the service's own plans", () => {
  const plans = [
    plan('all'),
    plan('own', { scope: 'Individual', service_id: 's' }),
    plan('other', { scope: 'Individual', service_id: 'x' })
  ]
  expect(plansFor(plans, 's').map(({ id }) => id)).toEqual(['all', 'own'])
})

test("balanceFor adds usable global plans and the service's own usable plans", () => {
  const own = { scope: 'Individual', service_id: 's' } as const
  const plans = [
    plan('all'),
    plan('own', { ...own, remaining_amount: 2 }),
    plan('ended', { expired_at: PAST }),
    plan('debt', { remaining_amount: -1 })
  ]
  expect(serviceBalance(plans, 's', NOW)).toBe(7)
  expect(serviceBalance(plans, 'other', NOW)).toBe(5)
})
