import { randomBytes } from 'node:crypto'
import { BASE_CURRENCY, priceText } from '#core/currency.ts'
import { directionOf, type Locale } from '#i18n/locale.ts'
import { sentences } from '#i18n/sentences.server.ts'
import { escaped } from '#servers/lib/escape.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * The contents of a sandbox payment page: the price and a button, or the message that it is over.
 */
export type SandboxPage = { order: OrderRow; payable: boolean; locale: Locale; back: string }

/** Renders our own payment page. No other page may frame it, and it loads nothing. */
export function sandboxPage(page: SandboxPage): Response {
  const nonce = randomBytes(16).toString('base64')
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
  }
  return new Response(markup(page, nonce), { headers })
}

function markup({ order, payable, locale, back }: SandboxPage, nonce: string): string {
  const t = sentences(locale, 'order')
  const price = priceText(order.price, null, BASE_CURRENCY, locale)
  const state =
    order.state === 'Finished' || order.state === 'Paid'
      ? 'order.sandbox.paid'
      : 'order.sandbox.over'
  const title = escaped(t('order.sandbox.title'))
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">`,
    `<style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${title}</h1>`,
    `<p>${escaped(t('order.sandbox.lead'))}</p><p><strong>${escaped(t('order.sandbox.price', { price }))}</strong></p>`,
    payable
      ? `<form method="post"><button type="submit">${escaped(t('order.sandbox.pay'))}</button></form>`
      : `<p role="status">${escaped(t(state))}</p>`,
    `<p><a href="${escaped(back)}">${escaped(t('order.sandbox.back'))}</a></p></main></body></html>`
  ].join('')
}

const STYLE = [
  ':root{color-scheme:light dark;color:CanvasText;background:Canvas;font:16px/1.5 system-ui,sans-serif}',
  'body{margin:0;padding:24px;display:grid;place-items:center;min-block-size:calc(100dvh - 48px)}',
  'main{max-inline-size:26rem}',
  'h1{font-size:1.375rem;line-height:1.3}',
  'button{font:inherit;font-weight:600;min-block-size:44px;padding-inline:20px;border:1px solid;border-radius:10px;cursor:pointer}',
  'a{display:inline-block;padding-block:10px;color:inherit}',
  ':focus-visible{outline:2px solid;outline-offset:2px}'
].join('')
