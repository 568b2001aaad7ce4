import type { NoticeKind } from '#servers/lib/mail/letter.ts'

/** Mails that a user can turn on or off. Those about money are on by default. */
const NOTICES = ['orders', 'renewal', 'low_balance', 'results'] as const
type Notice = (typeof NOTICES)[number]
export type NoticeChoices = Record<Notice, boolean>

/** The group of each email. Receipts and refunds share one. */
export const NOTICE_GROUPS = {
  order: 'orders',
  refund: 'orders',
  renewal: 'renewal',
  low_balance: 'low_balance',
  result: 'results'
} satisfies Record<NoticeKind, Notice>

/** Parses a user's choices. @param kept the column `profile.notify` */
export function parseNoticeChoices(kept: string): NoticeChoices {
  const said = JSON.parse(kept) as Partial<NoticeChoices>
  const on = (name: Notice): boolean => said[name] !== false
  return {
    orders: on('orders'),
    renewal: on('renewal'),
    low_balance: on('low_balance'),
    results: said.results === true
  }
}

/** True when a user wants this mail. @param kept the column `profile.notify` */
export function wantsNotice(kept: string, kind: NoticeKind): boolean {
  return parseNoticeChoices(kept)[NOTICE_GROUPS[kind]]
}
