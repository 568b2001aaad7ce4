/**
 * Mails that a user can turn on or off, and whether they are on by default: receipts and refunds,
 * subscriptions that end, plans that run low, results that took long, and results that admins
 * refused for Explore.
 */
export const NOTICE_DEFAULTS = {
  orders: true,
  renewal: true,
  low_balance: true,
  results: false,
  reviews: true
} as const

export type Notice = keyof typeof NOTICE_DEFAULTS
export type NoticeChoices = Record<Notice, boolean>

export const NOTICES = Object.keys(NOTICE_DEFAULTS) as Notice[]

/** Builds an object with one value for each mail that a user can turn on or off. */
export function mapNotices<T>(valueOf: (notice: Notice) => T): Record<Notice, T> {
  return Object.fromEntries(NOTICES.map(name => [name, valueOf(name)])) as Record<Notice, T>
}
