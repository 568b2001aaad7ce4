import { directionOf, type Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { escaped } from '#servers/lib/escape.ts'

/**
 * `verify` confirm your address · `reset` choose a new password · `magic` sign in by this link · `taken` you have an account
 * already · `guarded` a link does not replace your second factor · `changed` your password was changed
 */
export type MailKind = 'verify' | 'reset' | 'magic' | 'taken' | 'guarded' | 'changed'

export type Mail = {
  to: string
  kind: MailKind
  /** The one thing to open: our own page. */
  link: string
  locale: Locale
  /** In whose name it comes. */
  site: { title: string; origin: string }
}

export type Letter = {
  /** The site's name, in one line. */
  sender: string
  subject: string
  text: string
  html: string
}

/** What a mail says, in its person's language: as text, and as a page with one button and nothing from elsewhere. */
export function writeLetter({ kind, link, locale, site }: Mail): Letter {
  const say = sentences(locale, 'mail')
  const sender = oneLine(site.title) || new URL(site.origin).host
  // Set apart, so that a Latin title keeps its own order among Arabic words.
  const inside = directionOf(locale) === 'rtl' ? `\u2068${sender}\u2069` : sender
  const part = (name: string): string => say(`mail.${kind}.${name}`, { site: inside })
  const subject = say(`mail.${kind}.subject`, { site: sender })
  const text = [part('lead'), link, part('rest')].join('\r\n\r\n')
  return { sender, subject, text, html: page({ locale, subject, lead: part('lead'), link, button: part('button'), rest: part('rest') }) }
}

type Page = { locale: Locale; subject: string; lead: string; link: string; button: string; rest: string }

function page({ locale, subject, lead, link, button, rest }: Page): string {
  const look = 'display:inline-block;padding:10px 18px;border-radius:8px;background:#18181b;color:#fff;text-decoration:none'
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#18181b;background:#fff">',
    `<p>${escaped(lead)}</p>`,
    `<p><a href="${escaped(link)}" style="${look}">${escaped(button)}</a></p>`,
    `<p>${escaped(rest)}</p>`,
    '</body></html>'
  ].join('\r\n')
}

/** A title as a header can hold it: a line break would begin a header of its own. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
