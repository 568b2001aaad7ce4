import { BASE_CURRENCY, priceText, type Currency } from '#core/currency.ts'
import { dollarsToCents } from '#core/money.ts'

/** The value of one US dollar in a currency, and the rate's date; null where dollars are shown. */
export type PriceRate = { currency: Currency; rate: number; date: string } | null

/** Formats prices for a reader. */
export type PriceFormatter = {
  currency: Currency
  /** The date of the rate, such as `2026-11-21`; null where dollars are shown. */
  date: string | null
  /** Formats a price in US dollars in the reader's currency. */
  show(dollars: number): string
  /** Formats a price in US dollars, which is the amount charged. */
  exact(dollars: number): string
}

/** Creates a formatter for prices from a known rate, in the style of a language. */
export function createPriceFormatter(known: PriceRate, locale: string): PriceFormatter {
  const exact = (dollars: number): string =>
    priceText(dollarsToCents(dollars), 1, BASE_CURRENCY, locale)
  const show = (dollars: number): string =>
    known === null
      ? exact(dollars)
      : priceText(dollarsToCents(dollars), known.rate, known.currency, locale)
  return { currency: known?.currency ?? BASE_CURRENCY, date: known?.date ?? null, show, exact }
}
