import type { Agent } from '#contract/device.ts'
import type { Translate } from '#i18n/translate.ts'
import { isPlaceholder } from '#core/placeholder.ts'

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60]
] as const

/**
 * How long ago something was, in words: by the largest unit that it has one of, else "now".
 * @param then unix milliseconds, as `now`
 */
export function ago(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, (now - then) / 1000)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', Number.POSITIVE_INFINITY]
  return words.format(-Math.floor(seconds / size), unit)
}

/** A device as a person would call it. */
export function deviceName(t: Translate, { browser, system }: Agent): string {
  if (browser !== '' && system !== '') return t('auth.account.devices.agent', { browser, system })
  return browser || system || t('auth.account.devices.unknown')
}

/** A site by its host; the one that stands for this machine by the host that the page was asked at. */
export function siteName(origin: string, host: string): string {
  return isPlaceholder(origin) || !URL.canParse(origin) ? host : new URL(origin).host
}
