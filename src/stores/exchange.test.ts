import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServers, HUB, refusal, type Sent } from '../../tests/support/hub-fakes.ts'
import { $currency, $exchange, loadRate, rateOf, settleCurrency } from '#stores/exchange.ts'
import { resetAll } from '#stores/persisted.ts'

let sent: Sent[]
let answer: () => Response

beforeEach(() => {
  answer = () => Response.json({ rate: 0.867, date: '2026-11-21' })
  sent = fakeServers({ 'POST /api/v1/exchange-rate': () => answer() }).sent
})
afterEach(() => {
  vi.useRealTimers()
  resetAll()
})

describe('what a dollar is', () => {
  test('is not asked where prices are in dollars, nor for two of the same', async () => {
    settleCurrency('usd')
    await loadRate(HUB)
    await loadRate(HUB, 'eur', 'eur')
    expect([sent, $exchange.get(), rateOf('usd')]).toEqual([[], {}, 1])
  })

  test('is asked in the currency of the language, by anybody, once however many need it', async () => {
    settleCurrency('eur')
    await Promise.all([loadRate({ ...HUB, user: null }), loadRate({ ...HUB, user: null })])
    expect(sent.map(({ call, body }) => [call, body])).toEqual([['POST /api/v1/exchange-rate', { source: 'usd', target: 'eur' }]])
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
    expect(rateOf('eur')).toBe(0.867)
    expect(JSON.parse(localStorage.getItem('polymuse:exchange') ?? '')).toMatchObject({ 'usd-eur': { rate: 0.867 } })
    expect($currency.get()).toBe('eur')
  })

  test('is asked again after a day, not before; a failure leaves what was known', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    settleCurrency('eur')
    await loadRate(HUB)
    vi.advanceTimersByTime(86_399_000)
    await loadRate(HUB)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    answer = () => refusal('busy')
    await loadRate(HUB)
    expect(sent).toHaveLength(2)
    expect(rateOf('eur')).toBe(0.867)
  })

  test.each([0, -1, 'much', null])('is not believed to be %j', async rate => {
    settleCurrency('eur')
    answer = () => Response.json({ rate })
    await loadRate(HUB)
    expect(rateOf('eur')).toBeNull()
  })

  test('is not learnt by a person who has signed out meanwhile', async () => {
    settleCurrency('eur')
    const loading = loadRate(HUB)
    resetAll()
    await loading
    expect($exchange.get()).toEqual({})
    expect(localStorage.getItem('polymuse:exchange')).toBeNull()
  })

  test('that was saved is believed only as two currencies and a number', async () => {
    const known = { 'usd-eur': { rate: 0.8, at: 1 } }
    const wrong = {
      'usd-usd': { rate: 1, at: 1 },
      'usd-xyz': { rate: 1, at: 1 },
      'usd-jpy': { rate: '1', at: 1 },
      'usd-pln': { rate: -1, at: 1 },
      'usd-rub': 7
    }
    localStorage.setItem('polymuse:exchange', JSON.stringify({ ...known, ...wrong }))
    vi.resetModules()
    const { $exchange: again } = await import('#stores/exchange.ts')
    expect(again.get()).toEqual(known)
  })
})
