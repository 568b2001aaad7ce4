import { mapNotices, NOTICE_DEFAULTS, type Notice, type NoticeChoices } from '#contract/notice.ts'
import type { NoticeKind } from '#servers/lib/mail/letter.ts'

/** The group of each email. Receipts and refunds share one. */
export const NOTICE_GROUPS = {
  order: 'orders',
  refund: 'orders',
  renewal: 'renewal',
  low_balance: 'low_balance',
  result: 'results',
  refused: 'reviews'
} satisfies Record<NoticeKind, Notice>

/** Parses a user's choices. @param kept the column `profile.notify` */
export function parseNoticeChoices(kept: string): NoticeChoices {
  const said = JSON.parse(kept) as Partial<NoticeChoices>
  return mapNotices(name => said[name] ?? NOTICE_DEFAULTS[name])
}

/** True when a user wants this mail. @param kept the column `profile.notify` */
export function wantsNotice(kept: string, kind: NoticeKind): boolean {
  return parseNoticeChoices(kept)[NOTICE_GROUPS[kind]]
}
