import { toCents } from '#core/money.ts'

/** Currencies that prices are shown in. Orders are in US dollars whatever is shown. */
export const CURRENCIES = ['usd', 'cny', 'eur', 'jpy', 'krw', 'gbp', 'rub', 'pln', 'sek', 'uah', 'sar', 'rsd'] as const
export type Currency = (typeof CURRENCIES)[number]

/** What prices are kept in, and shown in where nothing better is known. */
export const BASE_CURRENCY = 'usd' satisfies Currency

/** The currency of each language that has one of its own; the rest see dollars. */
const BY_LANGUAGE = new Map<string, Currency>([
  ...['zh-CN', 'zh-TW'].map(locale => [locale, 'cny'] as const),
  ...['de', 'pt', 'es', 'fr', 'it', 'fi', 'el'].map(locale => [locale, 'eur'] as const),
  ['en', 'usd'],
  ['ko', 'krw'],
  ['ja', 'jpy'],
  ['ru', 'rub'],
  ['pl', 'pln'],
  ['sv', 'sek'],
  ['uk', 'uah'],
  ['ar', 'sar'],
  ['sr', 'rsd']
])

const SYMBOLS: Record<Currency, string> = {
  usd: '$',
  cny: '¥',
  eur: '€',
  jpy: '¥',
  krw: '₩',
  gbp: '£',
  rub: '₽',
  pln: 'zł',
  sek: 'kr',
  uah: '₴',
  sar: 'ر.س',
  rsd: 'дин.'
}

/** Symbols that several countries write for money of their own. */
const SHARED = new Set(['$', '¥', 'kr'])

/** Currencies nobody pays fractions of. */
const WHOLE = new Set<Currency>(['jpy', 'krw'])

/** The currency that readers of a language are shown prices in. @param locale `de`, `zh-CN`; dollars for any other */
export function currencyOf(locale: string): Currency {
  return BY_LANGUAGE.get(locale) ?? BASE_CURRENCY
}

export function isCurrency(code: unknown): code is Currency {
  return CURRENCIES.some(currency => currency === code)
}

export function symbolOf(currency: Currency): string {
  return SYMBOLS[currency]
}

/**
 * A price as a person reads it: with its symbol where the language puts it, and its code where others share the symbol.
 * Without a known rate it is what it is: dollars.
 * @param usdCents whole US cents
 * @param rate units of `currency` for a dollar; null when not known
 */
export function priceText(usdCents: number, rate: number | null, currency: Currency, locale: string): string {
  const known = rate !== null && Number.isFinite(rate) && rate > 0
  const shown = known ? currency : BASE_CURRENCY
  const amount = (usdCents / 100) * (known && shown !== BASE_CURRENCY ? rate : 1)
  const symbol = SYMBOLS[shown]
  const text = format(locale, shown)
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? symbol : value))
    .join('')
  return SHARED.has(symbol) ? `${text}\u00a0${shown.toUpperCase()}` : text
}

function format(locale: string, currency: Currency): Intl.NumberFormat {
  const digits = WHOLE.has(currency) ? 0 : 2
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits
  })
}

/** A price in US dollars as it is: operators reckon in nothing else. */
export function dollarsText(dollars: number, locale: string): string {
  return priceText(toCents(dollars), 1, BASE_CURRENCY, locale)
}
