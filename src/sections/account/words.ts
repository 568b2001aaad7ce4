import type { UserAgent } from '#contract/device.ts'
import type { Translate } from '#i18n/translate.ts'

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60]
] as const

/**
 * Describes how long ago something was, in the largest unit that fits at least once, else "now".
 * @param then unix milliseconds, like `now`
 */
export function relativeTimeText(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, (now - then) / 1000)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? [
    'second',
    Number.POSITIVE_INFINITY
  ]
  return words.format(-Math.floor(seconds / size), unit)
}

/** Returns a readable name of a device. */
export function deviceName(t: Translate, { browser, system }: UserAgent): string {
  if (browser !== '' && system !== '') return t('auth.account.devices.agent', { browser, system })
  return browser || system || t('auth.account.devices.unknown')
}
