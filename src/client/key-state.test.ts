import { expect, test } from 'vitest'
import { keyDotColor, keyStateOf } from '#client/key-state.ts'

const NOW = Date.parse('2027-01-31T12:00:00Z')
const state = (
  more: { expired_at?: string | null; limited_amount?: number | null; used_amount?: number } = {}
) => keyStateOf({ expired_at: null, limited_amount: null, used_amount: 0, ...more }, NOW)

test('a key works until it expires or its limit is spent', () => {
  expect([
    state(),
    state({ used_amount: 9 }),
    state({ limited_amount: 2, used_amount: 1.999999 })
  ]).toEqual(['works', 'works', 'works'])
  expect([
    state({ expired_at: '2027-01-31T12:00:00.001Z' }),
    state({ expired_at: '2027-01-31T12:00:00Z' })
  ]).toEqual(['works', 'expired'])
  expect([
    state({ limited_amount: 2, used_amount: 2 }),
    state({ limited_amount: 0 }),
    state({ limited_amount: 1, used_amount: 2 })
  ]).toEqual(['reached', 'reached', 'reached'])
  expect(state({ expired_at: '2026-01-01T00:00:00Z', limited_amount: 0 })).toBe('expired')
})

test('only a working key has the `good` dot', () => {
  expect((['works', 'expired', 'reached'] as const).map(keyDotColor)).toEqual([
    'good',
    'bad',
    'warn'
  ])
})
