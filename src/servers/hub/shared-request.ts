import { isPublicPath } from '#servers/hub/public-path.ts'
import { isCurrency } from '#core/currency.ts'
import { isWechatBrowser } from '#core/dated.ts'
import { isThemeChoice } from '#core/theme.ts'
import { DEFAULT_LOCALE, isLocale, localizePath, splitPath } from '#i18n/locale.ts'
import { cookieOf } from '#servers/lib/cookie.ts'

/**
 * Cookies that change how a public page looks to a guest. Each function returns the value that the
 * page receives, or null to drop it.
 */
export const LOOK_COOKIES: Readonly<Record<string, (value: string) => string | null>> = {
  THEME: value => (isThemeChoice(value) ? value : null),
  CURRENCY: value => (isCurrency(value) ? value : null),
  RAIL: value => (value === 'open' ? 'open' : 'closed'),
  KNOWN: () => '1'
}

/** If a visitor has one of these cookies, every page is rendered for them alone. */
export const PERSONAL_COOKIES = ['SESSION', 'INVITER_ID', 'SURFACE']

/** A request of which the page is the same for all guests. */
export type SharedRequest = {
  /** Names the page: its address and its looks. */
  key: string
  /**
   * Creates the request to render. It contains only what the key contains, so the page cannot
   * depend on anything else.
   */
  create(): Request
}

/**
 * Returns the shared form of a guest's request; null if the page must be rendered for this guest
 * alone.
 */
export function sharedRequest(asked: Request): SharedRequest | null {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return null
  const url = new URL(asked.url)
  const { locale, path } = splitPath(url.pathname)
  const isCanonical = url.pathname === localizePath(path, locale ?? DEFAULT_LOCALE)
  if (url.search !== '' || !isCanonical || !isPublicPath(path)) return null
  if (PERSONAL_COOKIES.some(name => cookieOf(asked, name) !== undefined)) return null
  if (isWechatBrowser(asked.headers.get('user-agent') ?? '')) return null
  const chosen = cookieOf(asked, 'LOCALE')
  // The middleware redirects this reader.
  if (locale === null && isLocale(chosen) && chosen !== DEFAULT_LOCALE) return null
  const looks = Object.entries(LOOK_COOKIES).flatMap(([name, look]) => {
    const value = cookieOf(asked, name)
    const seen = value === undefined ? null : look(value)
    return seen === null ? [] : [`${name}=${seen}`]
  })
  const cookie = looks.join('; ')
  const address = url.origin + url.pathname
  return {
    key: `${address} ${cookie}`,
    create: () => new Request(address, cookie === '' ? {} : { headers: { cookie } })
  }
}
