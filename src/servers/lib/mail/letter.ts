import { UNNAMED } from '#core/unnamed.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { escaped } from '#servers/lib/escape.ts'

/**
 * The reasons for a mail. {@link NoticeKind} lists mails about money.
 * - `verify`: confirm your address
 * - `reset`: choose a new password
 * - `magic`: sign in by this link
 * - `taken`: you already have an account
 * - `guarded`: a link does not replace your second factor
 * - `changed`: your password was changed
 */
export type MailKind = 'verify' | 'reset' | 'magic' | 'taken' | 'guarded' | 'changed' | NoticeKind

/**
 * `order` was paid · `refund` of an order · `renewal` a plan ends soon · `low_balance` a plan is
 * nearly used up
 */
export type NoticeKind = 'order' | 'refund' | 'renewal' | 'low_balance'

/** One fact of a mail about money: its label is the string `mail.row.<name>`. */
export type MailRow = readonly [
  name: 'what' | 'price' | 'refunded' | 'credits' | 'taken' | 'left' | 'ends' | 'order',
  value: string
]

export type Mail = {
  to: string
  kind: MailKind
  /** The one link to open: a page of ours. */
  link: string
  locale: Locale
  /** The site that the mail names as its sender. */
  site: { title: string; origin: string }
  /** Facts, one per line. */
  rows?: readonly MailRow[]
  /** Link to the page where the user can turn such mails off. */
  off?: string
}

export type Letter = {
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
export function writeLetter(mail: Mail): Letter {
  const { kind, link, locale, site, off } = mail
  const say = sentences(locale, 'mail')
  const sender = oneLine(site.title) || UNNAMED
  const part = (name: string): string =>
    say(`mail.${kind}.${name}`, { site: apart(sender, locale) })
  const subject = say(`mail.${kind}.subject`, { site: sender })
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
    say('mail.fact', { name: escaped(name), value: `<bdi>${escaped(value)}</bdi>` })
  )
  const words = {
    lead: part('lead'),
    button: part('button'),
    rest: part('rest'),
    lines,
    off: say('mail.off.action')
  }
  return { sender, subject, text, html: page(mail, subject, words) }
}

/** Isolates text, so that Latin words and numbers keep their order inside Arabic text. */
function apart(words: string, locale: Locale): string {
  return directionOf(locale) === 'rtl' ? `\u2068${words}\u2069` : words
}

/** Plain text, except the facts, which are HTML. */
type Words = { lead: string; button: string; rest: string; lines: readonly string[]; off: string }

function page(
  { locale, link, off }: Mail,
  subject: string,
  { lead, button, rest, lines, off: toOff }: Words
): string {
  const look =
    'display:inline-block;padding:10px 18px;border-radius:8px;background:#18181b;color:#fff;text-decoration:none'
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#18181b;background:#fff">',
    `<p>${escaped(lead)}</p>`,
    ...(lines.length === 0 ? [] : [`<p>${lines.join('<br>')}</p>`]),
    `<p><a href="${escaped(link)}" style="${look}">${escaped(button)}</a></p>`,
    `<p>${escaped(rest)}</p>`,
    ...(off === undefined
      ? []
      : [
          `<p style="font-size:13px"><a href="${escaped(off)}" style="color:#52525b">${escaped(toOff)}</a></p>`
        ]),
    '</body></html>'
  ].join('\r\n')
}

/** Makes a title safe for a mail header, where a line break would begin another header. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
