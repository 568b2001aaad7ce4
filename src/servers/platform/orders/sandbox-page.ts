import { randomBytes } from 'node:crypto'
import { accentColors } from '#core/accent.ts'
import { BASE_CURRENCY, priceText } from '#core/currency.ts'
import type { ThemeChoice } from '#core/theme.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { escapeMarkup } from '#servers/lib/escape.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/** The brand of the site where the order was placed. `icon` is an absolute URL. */
export type PageBrand = { title: string; icon: string; accent: string; theme: ThemeChoice }

/**
 * The contents of a sandbox payment page: the price and a button, or the message that it is over.
 */
export type SandboxPage = {
  order: OrderRow
  payable: boolean
  locale: Locale
  back: string
  brand: PageBrand
}

/** Renders our own payment page. No other page may frame it, and it loads the site's icon alone. */
export function sandboxPage(page: SandboxPage): Response {
  const nonce = randomBytes(16).toString('base64')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; img-src ${new URL(page.brand.icon).origin}; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
  }
  return new Response(markup(page, nonce), { headers })
}

function markup({ order, payable, locale, back, brand }: SandboxPage, nonce: string): string {
  const t = groupTranslator(locale, 'order')
  const price = priceText(order.price, null, BASE_CURRENCY, locale)
  const state =
    order.state === 'Finished' || order.state === 'Paid'
      ? 'order.sandbox.paid'
      : 'order.sandbox.over'
  const [title, name] = [escapeMarkup(t('order.sandbox.title')), escapeMarkup(brand.title)]
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${title} · ${name}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`,
    `<style nonce="${nonce}">${coloursOf(brand)}${STYLE}</style></head><body>`,
    `<header><img src="${escapeMarkup(brand.icon)}" alt="" width="28" height="28"><bdi>${name}</bdi></header>`,
    `<main><h1>${title}</h1><p>${escapeMarkup(t('order.sandbox.lead'))}</p>`,
    `<p><strong>${escapeMarkup(t('order.sandbox.price', { price }))}</strong></p>`,
    payable
      ? `<form method="post"><button type="submit">${escapeMarkup(t('order.sandbox.pay'))}</button></form>`
      : `<p role="status">${escapeMarkup(t(state))}</p>`,
    `<a href="${escapeMarkup(back)}">${escapeMarkup(t('order.sandbox.back'))}</a></main></body></html>`
  ].join('')
}

/** The default accent of `tokens.css`. */
const ACCENT = {
  light: { control: 'oklch(.53 .16 38)', on: '#fff' },
  dark: { control: 'oklch(.74 .155 40)', on: 'oklch(.18 .02 40)' }
} as const

const SCHEMES: Record<ThemeChoice, string> = { dark: 'dark', light: 'light', system: 'light dark' }

/**
 * Returns the page's colours as CSS. It writes only computed values, never the text of a setting.
 */
function coloursOf({ accent, theme }: PageBrand): string {
  const { light, dark } = accentColors(accent) ?? ACCENT
  return [
    `:root{color-scheme:${SCHEMES[theme]};`,
    `--accent:light-dark(${light.control},${dark.control});`,
    `--on:light-dark(${light.on},${dark.on})}`
  ].join('')
}

/** CSS in the style of the site's own pages, with the colours of `tokens.css`. */
const STYLE = [
  ':root{color:light-dark(oklch(.2 .012 265),oklch(.95 .004 265));background:light-dark(oklch(.985 .004 265),oklch(.16 .01 265));font:14px/1.5 system-ui,sans-serif}',
  'body{margin:0;padding:24px 16px;display:grid;align-content:center;justify-content:center;grid-template-columns:minmax(0,26rem);gap:16px;box-sizing:border-box;min-block-size:100dvh}',
  'header{display:flex;align-items:center;gap:12px;font-size:16px;font-weight:600;overflow-wrap:anywhere}',
  'img{border-radius:6px;object-fit:contain}',
  'main{display:grid;gap:16px;padding:24px;border:1px solid light-dark(oklch(.91 .005 265),oklch(.28 .01 265));border-radius:12px;background:light-dark(#fff,oklch(.19 .01 265))}',
  'h1{margin:0;font-size:20px;line-height:1.3}',
  'p{margin:0;color:light-dark(oklch(.43 .014 265),oklch(.76 .01 265))}',
  'strong{font-size:16px;font-weight:600;color:light-dark(oklch(.2 .012 265),oklch(.95 .004 265))}',
  'button{font:inherit;font-weight:500;inline-size:100%;min-block-size:44px;border:0;border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}',
  'a{justify-self:center;padding-block:10px;color:inherit;text-underline-offset:3px}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px}'
].join('')
