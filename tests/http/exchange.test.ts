import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXCHANGE_RATES } from '#catalog/exchange.ts'
import type { ExchangeRate } from '#contract/exchange.ts'
import { readConfig } from '#servers/config.ts'
import { createLog } from '#servers/lib/log.ts'
import { refusal } from '../support/shop.ts'
import { json, openStudio, type TestStudio } from '../support/studio.ts'

const URL = 'https://rates.example/latest?key=secret'
let studio: TestStudio
let answers: (() => Response | Promise<Response>)[] = []
let fetched: string[] = []
const lines: string[] = []

async function open(environment: Record<string, string> = {}): Promise<void> {
  answers = []
  fetched = []
  lines.length = 0
  const fetch = async (input: string | globalThis.URL | Request): Promise<Response> => {
    fetched.push(String(input))
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError(`cannot reach ${String(input)}`)
    return answer()
  }
  studio = await openStudio({
    environment,
    fetch,
    log: createLog('warn', { write: line => lines.push(line) })
  })
}
const rate = (source: unknown, target: unknown): Promise<Response> =>
  studio.call('/api/v1/exchange-rate', { json: { source, target } })

afterEach(() => studio.close())

describe('the shipped exchange rates', () => {
  beforeEach(() => open())

  test('need no token, ignore case, and convert both ways and between other currencies', async () => {
    expect(await json(rate('usd', 'cny'))).toEqual({
      rate: EXCHANGE_RATES.perDollar.cny,
      date: EXCHANGE_RATES.date
    })
    expect((await json<ExchangeRate>(rate('EUR', 'Usd'))).rate).toBeCloseTo(
      1 / EXCHANGE_RATES.perDollar.eur,
      6
    )
    expect((await json<ExchangeRate>(rate('eur', 'jpy'))).rate).toBeCloseTo(
      EXCHANGE_RATES.perDollar.jpy / EXCHANGE_RATES.perDollar.eur,
      4
    )
    expect((await json<ExchangeRate>(rate('krw', 'KRW'))).rate).toBe(1)
    expect(fetched).toEqual([])
  })

  test('include the currency of every language that we offer', async () => {
    for (const code of [
      'cny',
      'eur',
      'krw',
      'jpy',
      'rub',
      'pln',
      'sek',
      'uah',
      'sar',
      'rsd',
      'gbp'
    ])
      expect((await json<ExchangeRate>(rate('usd', code))).rate).toBeGreaterThan(0)
  })

  test.each([
    ['usd', 'xxx', 'target not_allowed'],
    ['xxx', 'usd', 'source not_allowed'],
    ['usd', 'constructor', 'target invalid'],
    ['', 'usd', 'source required'],
    [undefined, 'usd', 'source required'],
    [1, 'usd', 'source wrong_type']
  ])('refuse %j to %j with the name of the field', async (source, target, issue) => {
    expect(await refusal(rate(source, target))).toEqual([400, 'bad_request', issue])
  })
})

describe('the exchange rate source of the operator', () => {
  beforeEach(() => open({ EXCHANGE_URL: URL }))
  const good = (eur: number) => () =>
    Response.json({ base: 'USD', date: '2026-11-22', rates: { EUR: eur, CHF: 0.8 } })

  test('is fetched once in twelve hours, however many requests arrive', async () => {
    answers = [good(0.9), good(0.95)]
    const all = await Promise.all(
      Array.from({ length: 10 }, () => json<ExchangeRate>(rate('usd', 'eur')))
    )
    expect(all).toEqual(Array.from({ length: 10 }, () => ({ rate: 0.9, date: '2026-11-22' })))
    expect((await json<ExchangeRate>(rate('usd', 'chf'))).rate).toBe(0.8)
    expect(
      (await json<ExchangeRate>(rate('usd', 'sar'))).rate,
      'the table fills what it lacks'
    ).toBe(3.75)
    expect(fetched).toEqual([URL])
    studio.context.clock.advance(12 * 3_600_000)
    expect((await json<ExchangeRate>(rate('usd', 'eur'))).rate).toBe(0.95)
    expect(fetched).toHaveLength(2)
  })

  test('is not fetched to convert a currency into itself', async () => {
    expect((await json<ExchangeRate>(rate('usd', 'usd'))).rate).toBe(1)
    expect(fetched).toEqual([])
  })

  test('is replaced by the table when it fails, which is logged once and without its key', async () => {
    const bad = [
      () => new Response('no', { status: 500 }),
      () => Response.json({ rates: { EUR: 'many' } }),
      () => new Response('<html>'),
      () => Response.json({ rates: { EUR: -1 } })
    ]
    for (const each of bad) {
      answers = [each]
      expect(await json(rate('usd', 'eur'))).toEqual({
        rate: EXCHANGE_RATES.perDollar.eur,
        date: EXCHANGE_RATES.date
      })
      studio.context.clock.advance(600_000)
    }
    expect((await json<ExchangeRate>(rate('usd', 'eur'))).rate).toBe(EXCHANGE_RATES.perDollar.eur)
    expect(fetched).toHaveLength(5)
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain('secret')
    studio.context.clock.advance(600_000)
    answers = [good(0.9)]
    expect((await json<ExchangeRate>(rate('usd', 'eur'))).rate).toBe(0.9)
    studio.context.clock.advance(12 * 3_600_000)
    expect((await json<ExchangeRate>(rate('usd', 'eur'))).rate, 'the last that was known').toBe(0.9)
    expect(lines).toHaveLength(2)
  })
})

test('an invalid EXCHANGE_URL is reported without its value', async () => {
  await open()
  expect(() => readConfig({ EXCHANGE_URL: 'rates.example/?key=secret' })).toThrow(
    /EXCHANGE_URL must be an address/
  )
  expect(() => readConfig({ EXCHANGE_URL: 'file:///etc/secret' })).toThrow(/^(?!.*secret)/s)
})
