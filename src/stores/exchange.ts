import type { HubInfo } from '#client/hub.ts'
import { isRecord } from '#client/json.ts'
import { fetchRate } from '#client/platform.ts'
import { BASE_CURRENCY, isCurrency, type Currency } from '#core/currency.ts'
import { nameBrowser } from '#stores/fingerprint.ts'
import { onReset, persisted, untilReset } from '#stores/persisted.ts'

/** Units of the target for one of the source, and when that was learnt, in unix milliseconds. */
export type KnownRate = { rate: number; at: number }

type Rates = Readonly<Record<string, KnownRate>>

const NONE: Rates = {}

/** How long a rate is good, in milliseconds. */
const DAY = 86_400_000

/** The currency that prices are shown in. */
export const $currency = persisted<Currency>('currency', BASE_CURRENCY, saved => (isCurrency(saved) ? saved : BASE_CURRENCY))

/** By `source-target`. */
export const $exchange = persisted<Rates>('exchange', NONE, parseRates)

const asking = new Set<string>()

onReset(() => asking.clear())

/** Prices are shown in what was chosen, else in the currency of the language that is read. */
export function settleCurrency(currency: Currency): void {
  if ($currency.get() !== currency) $currency.set(currency)
}

/** How many of the currency a dollar is; null when it is not known. */
export function rateOf(currency: Currency): number | null {
  return currency === BASE_CURRENCY ? 1 : ($exchange.get()[keyOf(BASE_CURRENCY, currency)]?.rate ?? null)
}

/** Learns what a dollar is in the shown currency, at most once a day. What cannot be learnt leaves what was known. */
export async function loadRate(hub: HubInfo, source: Currency = BASE_CURRENCY, target: Currency = $currency.get()): Promise<void> {
  const key = keyOf(source, target)
  if (source === target || asking.has(key) || isFresh($exchange.get()[key])) return
  asking.add(key)
  const stays = untilReset()
  nameBrowser()
  try {
    const { rate } = await fetchRate(hub, source, target)
    if (stays() && isRate(rate)) $exchange.set({ ...$exchange.get(), [key]: { rate, at: Date.now() } })
  } catch {
    // Prices are shown in dollars, or by yesterday's rate.
  } finally {
    if (stays()) asking.delete(key)
  }
}

function keyOf(source: Currency, target: Currency): string {
  return `${source}-${target}`
}

function isFresh(known: KnownRate | undefined): boolean {
  return known !== undefined && Math.abs(Date.now() - known.at) < DAY
}

function isRate(rate: unknown): rate is number {
  return typeof rate === 'number' && Number.isFinite(rate) && rate > 0
}

function parseRates(saved: unknown): Rates {
  if (!isRecord(saved)) return NONE
  const known = Object.entries(saved).flatMap(([key, each]) => {
    const [source, target] = key.split('-')
    const pair = isCurrency(source) && isCurrency(target) && source !== target
    return pair && isRecord(each) && isRate(each['rate']) && typeof each['at'] === 'number'
      ? [[key, { rate: each['rate'], at: each['at'] }]]
      : []
  })
  return known.length === 0 ? NONE : (Object.fromEntries(known) as Rates)
}
