import type { APIRoute } from 'astro'
import { LANGUAGE_COOKIE_AGE } from '#client/language.server.ts'
import { localPath } from '#client/local-path.ts'
import { sharedCookie } from '#client/shared-cookie.server.ts'
import { isCurrency } from '#core/currency.ts'
import { isThemeChoice } from '#core/theme.ts'
import { isLocale, localizePath, splitPath } from '#i18n/locale.ts'

/**
 * Stores a choice of theme, language or currency in a cookie and redirects back. It works as a
 * plain link.
 */
export const GET: APIRoute = ({ url, cookies }) => {
  const theme = url.searchParams.get('theme')
  const locale = url.searchParams.get('locale') ?? undefined
  const shared = sharedCookie(url)
  const options = { ...shared, maxAge: LANGUAGE_COOKIE_AGE }
  if (isThemeChoice(theme)) cookies.set('THEME', theme, options)
  const currency = url.searchParams.get('currency')
  if (isCurrency(currency)) cookies.set('CURRENCY', currency, options)
  if (currency === 'auto') cookies.delete('CURRENCY', shared)
  let back = localPath(url.searchParams.get('redirect'))
  if (isLocale(locale)) {
    cookies.set('LOCALE', locale, options)
    const { pathname, search, hash } = new URL(back, url)
    back = localizePath(splitPath(pathname).path, locale) + search + hash
  }
  return new Response(null, {
    status: 302,
    headers: { location: back, 'cache-control': 'no-store' }
  })
}
