import type { Strings } from '#i18n/translate.ts'

/** The beginnings of sentences about problems of orders, codes and operators' settings. */
export const OF_OTHER_PAGES: readonly string[] = [
  'issue.being_paid',
  'issue.below_cost',
  'issue.expired',
  'issue.not_finished',
  'issue.not_json',
  'issue.not_payable',
  'issue.not_utf8',
  'issue.payment_held',
  'issue.used_up'
]

/** Leaves out the strings whose names begin with one of `starts`. */
export function withoutStrings(strings: Strings, starts: readonly string[]): Strings {
  return Object.fromEntries(
    Object.entries(strings).filter(([key]) => !starts.some(start => key.startsWith(start)))
  )
}
