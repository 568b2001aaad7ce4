import type { NoticeKind } from '#servers/lib/mail/letter.ts'

/** What a person can choose to be told of by mail; all of it until they say otherwise. */
export const NOTICES = ['orders', 'renewal', 'low_balance'] as const
export type Notice = (typeof NOTICES)[number]
export type NoticeChoices = Record<Notice, boolean>

/** By which choice each mail is sent: receipts and refunds are one. */
const CHOICE_OF = { order: 'orders', refund: 'orders', renewal: 'renewal', low_balance: 'low_balance' } satisfies Record<NoticeKind, Notice>

/** @param kept `profile.notify` */
export function choicesIn(kept: string): NoticeChoices {
  const said = JSON.parse(kept) as Partial<NoticeChoices>
  const on = (name: Notice): boolean => said[name] !== false
  return { orders: on('orders'), renewal: on('renewal'), low_balance: on('low_balance') }
}

/** Does a person want this mail? @param kept `profile.notify` */
export function wants(kept: string, kind: NoticeKind): boolean {
  return choicesIn(kept)[CHOICE_OF[kind]]
}
