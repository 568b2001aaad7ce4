import { BASE_CURRENCY, priceText, type Currency } from '#core/currency.ts'
import { toCents } from '#core/money.ts'

/** How many of a currency one US dollar is, and the day of that; null where dollars are shown. */
export type PriceRate = { currency: Currency; rate: number; date: string } | null

/** How prices are shown to a reader. */
export type Prices = {
  currency: Currency
  /** The day of the rate, `2026-11-21`; null where dollars are shown. */
  date: string | null
  /** A price in US dollars as its reader sees it. */
  show(dollars: number): string
  /** The same in dollars: what is really asked for. */
  exact(dollars: number): string
}

/** Prices by a known rate, in the way of a language. */
export function pricesBy(known: PriceRate, locale: string): Prices {
  const exact = (dollars: number): string => priceText(toCents(dollars), 1, BASE_CURRENCY, locale)
  const show = (dollars: number): string =>
    known === null ? exact(dollars) : priceText(toCents(dollars), known.rate, known.currency, locale)
  return { currency: known?.currency ?? BASE_CURRENCY, date: known?.date ?? null, show, exact }
}
