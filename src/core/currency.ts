import { dollarsToCents } from '#core/money.ts'

/** The currencies in which prices can be shown. Orders are always in US dollars. */
export const CURRENCIES = [
  'usd',
  'cny',
  'eur',
  'jpy',
  'krw',
  'gbp',
  'rub',
  'pln',
  'sek',
  'uah',
  'sar',
  'rsd'
] as const
export type Currency = (typeof CURRENCIES)[number]

/** The currency in which prices are stored. Prices are shown in it when no better one is known. */
export const BASE_CURRENCY = 'usd' satisfies Currency

/** The currency shown to readers of each language. Other readers see dollars. */
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

/** Symbols that several countries use for different currencies. */
const SHARED = new Set(['$', '¥', 'kr'])

/** Currencies that are paid in whole units only. */
const WHOLE = new Set<Currency>(['jpy', 'krw'])

/**
 * Returns the currency in which readers of a language see prices.
 * @param locale a locale such as `de` or `zh-CN`; any unknown one gives dollars
 */
export function localeCurrency(locale: string): Currency {
  return BY_LANGUAGE.get(locale) ?? BASE_CURRENCY
}

export function isCurrency(code: unknown): code is Currency {
  return CURRENCIES.some(currency => currency === code)
}

export function currencySymbol(currency: Currency): string {
  return SYMBOLS[currency]
}

/**
 * Formats a price for readers. The symbol goes where the language puts it. The currency code
 * follows a symbol that several currencies share. Without a known rate the price stays in dollars.
 * @param usdCents whole US cents
 * @param rate units of `currency` for a dollar; null when not known
 */
export function priceText(
  usdCents: number,
  rate: number | null,
  currency: Currency,
  locale: string
): string {
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

/**
 * Formats a price in US dollars without conversion, for operators, who calculate in dollars only.
 */
export function dollarsText(dollars: number, locale: string): string {
  return priceText(dollarsToCents(dollars), 1, BASE_CURRENCY, locale)
}
