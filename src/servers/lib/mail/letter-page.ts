import { accentColors } from '#core/accent.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { escapeMarkup } from '#servers/lib/escape.ts'

/**
 * The brand of the site in an email. Emails that an older version of Polymuse queued have no logo
 * and accent.
 */
export type SenderBrand = { title: string; origin: string; logo?: string; accent?: string }

type Page = { locale: Locale; site: SenderBrand; link: string; off?: string }

/** The texts of a mail as plain text, except `lines`: its facts as HTML. */
export type MailTexts = {
  sender: string
  title: string
  lead: string
  button: string
  rest: string
  lines: readonly string[]
  off: string
}

/** The default accent of light pages in `tokens.css`, in hex: mail programs know no `oklch`. */
const DEFAULT_ACCENT = { control: '#b54016', on: '#fcfcfc' }

const BODY = 'margin:0;padding:32px 16px;font:16px/1.5 sans-serif;color:#18181b;background:#f4f4f5'
const SHEET = 'max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#fff'
const QUIET = 'max-width:560px;margin:16px auto 0;padding:0 32px;font-size:13px;color:#52525b'

/**
 * Lays a mail out in its site's brand: logo or name, headline, text and one button in the accent
 * colour. It loads nothing but the logo, which the site itself serves.
 */
export function mailHtml(
  { locale, link, off, site }: Page,
  subject: string,
  { sender, title, lead, button, rest, lines, off: toOff }: MailTexts
): string {
  const { control, on } = accentColors(site.accent ?? '')?.light ?? DEFAULT_ACCENT
  const look = `display:inline-block;padding:10px 18px;border-radius:8px;background:${control};color:${on};text-decoration:none`
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeMarkup(subject)}</title></head>`,
    `<body style="${BODY}"><div style="${SHEET}">`,
    `<p style="margin:0 0 24px;font-weight:600">${brand(site, sender)}</p>`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${escapeMarkup(title)}</h1>`,
    `<p>${escapeMarkup(lead)}</p>`,
    ...(lines.length === 0 ? [] : [`<p>${lines.join('<br>')}</p>`]),
    `<p style="margin:24px 0"><a href="${escapeMarkup(link)}" style="${look}">${escapeMarkup(button)}</a></p>`,
    `<p style="margin-bottom:0">${escapeMarkup(rest)}</p></div>`,
    `<p style="${QUIET}">${escapeMarkup(sender)}`,
    ...(off === undefined
      ? []
      : [` · <a href="${escapeMarkup(off)}" style="color:#52525b">${escapeMarkup(toOff)}</a>`]),
    '</p></body></html>'
  ].join('\r\n')
}

/** The logo if the site serves it itself, or else its name. */
function brand({ logo = '', origin }: SenderBrand, sender: string): string {
  const address = URL.canParse(logo, origin) ? new URL(logo, origin) : null
  if (logo === '' || address?.origin !== origin) return escapeMarkup(sender)
  return `<img src="${escapeMarkup(address.href)}" alt="${escapeMarkup(sender)}" height="40" style="height:40px;max-width:100%">`
}
