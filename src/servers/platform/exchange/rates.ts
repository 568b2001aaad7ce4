import { z } from '@hono/zod-openapi'
import { EXCHANGE_RATES } from '#catalog/exchange.ts'
import type { ExchangeRate } from '#contract/exchange.ts'
import type { Context } from '#servers/lib/context.ts'

/** Exchange rates. */
export type ExchangeRates = {
  /**
   * Returns the price of one `source` in `target`; both are codes in lower case. For an unknown
   * currency, it says which one is unknown.
   */
  rate(source: string, target: string): Promise<ExchangeRate | { unknown: 'source' | 'target' }>
}

type Table = { date: string; perDollar: Readonly<Record<string, number>> }
type Needs = Pick<Context, 'config' | 'clock' | 'fetch' | 'log'>

/**
 * Milliseconds for which a response is used (`HOLDS`), for which it pauses after a failure, and
 * within which the source must respond.
 */
const HOLDS = 12 * 3_600_000
const AGAIN = 600_000
const DEADLINE = 5000

const answer = z.looseObject({
  date: z.string().max(40).optional(),
  rates: z.record(z.string(), z.number().positive())
})

/**
 * Creates the rates from the configured source. It uses the shipped table if there is no source, or
 * while the source does not respond.
 */
export function createExchangeRates({ config, clock, fetch, log }: Needs): ExchangeRates {
  let kept: { table: Table; until: number } | null = null
  let asking: Promise<Table> | null = null
  let failing = false

  async function table(url: string): Promise<Table> {
    if (kept !== null && clock.now() < kept.until) return kept.table
    asking ??= ask(url).finally(() => {
      asking = null
    })
    return asking
  }

  async function ask(url: string): Promise<Table> {
    try {
      const found = await askSource(fetch, url, clock.now())
      failing = false
      kept = { table: found, until: clock.now() + HOLDS }
    } catch (error) {
      // Do not log the message: it may contain the address, which may contain a key.
      if (!failing)
        log.warn(
          { reason: (error as Error).name },
          'exchange rates could not be had; the last known ones are shown'
        )
      failing = true
      kept = { table: kept?.table ?? EXCHANGE_RATES, until: clock.now() + AGAIN }
    }
    return kept.table
  }

  return {
    async rate(source, target) {
      if (source === target) return { rate: 1, date: dayOf(clock.now()) }
      const { date, perDollar } =
        config.exchangeUrl === null ? (EXCHANGE_RATES as Table) : await table(config.exchangeUrl)
      const from = worth(perDollar, source)
      const to = worth(perDollar, target)
      if (from === null) return { unknown: 'source' }
      if (to === null) return { unknown: 'target' }
      return { rate: Number((to / from).toPrecision(8)), date }
    }
  }
}

async function askSource(fetch: Needs['fetch'], url: string, now: number): Promise<Table> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(DEADLINE)
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`answered ${response.status}`)
  }
  const { date, rates } = answer.parse(await response.json())
  const perDollar = Object.fromEntries(
    Object.entries(rates).map(([code, value]) => [code.toLowerCase(), value])
  )
  return {
    date: date ?? dayOf(now),
    perDollar: { ...EXCHANGE_RATES.perDollar, ...perDollar, usd: 1 }
  }
}

function worth(perDollar: Table['perDollar'], code: string): number | null {
  return Object.hasOwn(perDollar, code) ? (perDollar[code] ?? null) : null
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
