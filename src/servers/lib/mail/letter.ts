import type { AlertKind } from '#core/alert.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { escapeMarkup } from '#servers/lib/escape.ts'
import { mailHtml, type SenderBrand } from '#servers/lib/mail/letter-page.ts'

/**
 * The reasons for a mail. {@link NoticeKind} lists those that a user can turn off.
 * - `verify`: confirm your address
 * - `reset`: choose a new password
 * - `magic`: sign in by this link
 * - `taken`: you already have an account
 * - `guarded`: a link does not replace your second factor
 * - `changed`: your password was changed
 * - `drift`: for operators, something changed at a vendor
 * - `alert`, `alert_over`: for operators, a problem began, or is over
 */
export type MailKind =
  | 'verify'
  | 'reset'
  | 'magic'
  | 'taken'
  | 'guarded'
  | 'changed'
  | 'drift'
  | 'alert'
  | 'alert_over'
  | NoticeKind

/**
 * The kinds of email that a user can turn off.
 * - `order`: an order was paid
 * - `refund`: an order was refunded
 * - `renewal`: a plan ends soon
 * - `low_balance`: a plan's credits are nearly used up
 * - `result`: a long task has ended
 * - `refused`: an admin refused a result for Explore
 */
export type NoticeKind = 'order' | 'refund' | 'renewal' | 'low_balance' | 'result' | 'refused'

/** One fact of a mail: its label is the string `mail.row.<name>`. */
export type MailRow = readonly [
  name:
    | 'what'
    | 'price'
    | 'refunded'
    | 'credits'
    | 'taken'
    | 'left'
    | 'ends'
    | 'order'
    | 'tool'
    | 'state'
    | 'gone'
    | 'ending'
    | 'listed'
    | AlertKind,
  value: string
]

export type Mail = {
  to: string
  kind: MailKind
  /** The one link to open: a page of ours. */
  link: string
  locale: Locale
  /** The site that the mail names as its sender. */
  site: SenderBrand
  /** Facts, one per line. */
  rows?: readonly MailRow[]
  /** Link to the page where the user can turn such mails off. */
  off?: string
}

export type ComposedMail = {
  /** The site's name, in one line. */
  sender: string
  subject: string
  text: string
  html: string
}

/**
 * Writes a mail in its reader's language: as text, and as HTML with one button and nothing from
 * other hosts.
 */
export function composeMail(mail: Mail): ComposedMail {
  const { kind, link, locale, site, off } = mail
  const say = groupTranslator(locale, 'mail')
  const sender = oneLine(site.title) || DEFAULT_SITE_NAME
  const part = (name: string): string =>
    say(`mail.${kind}.${name}`, { site: apart(sender, locale) })
  const subject = say('mail.subject', { site: sender, title: say(`mail.${kind}.title`) })
  const rows = (mail.rows ?? []).map(
    ([name, value]) => [say(`mail.row.${name}`), oneLine(value)] as const
  )
  const facts = rows
    .map(([name, value]) => say('mail.fact', { name, value: apart(value, locale) }))
    .join('\r\n')
  const ending = off === undefined ? [] : [`${say('mail.off.text')}\r\n${off}`]
  const text = [part('lead'), facts, link, part('rest'), ...ending]
    .filter(each => each !== '')
    .join('\r\n\r\n')
  const lines = rows.map(([name, value]) =>
    say('mail.fact', { name: escapeMarkup(name), value: `<bdi>${escapeMarkup(value)}</bdi>` })
  )
  const words = {
    sender,
    title: part('title'),
    lead: part('lead'),
    button: part('button'),
    rest: part('rest'),
    lines,
    off: say('mail.off.action')
  }
  return { sender, subject, text, html: mailHtml(mail, subject, words) }
}

/** Isolates text, so that Latin words and numbers keep their order inside Arabic text. */
function apart(words: string, locale: Locale): string {
  return directionOf(locale) === 'rtl' ? `\u2068${words}\u2069` : words
}

/** Makes a title safe for a mail header, where a line break would begin another header. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
