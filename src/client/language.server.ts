import type { APIContext } from 'astro'
import { isPageRequest, createRedirect } from '#client/reading.server.ts'
import { sharedCookie } from '#client/shared-cookie.server.ts'
import { loadSite } from '#client/site.server.ts'
import { isUnlocalizedPath } from '#core/one-address.ts'
import {
  DEFAULT_LOCALE,
  fittingLocale,
  isLocale,
  localizePath,
  negotiateLocale,
  offeredLocales,
  splitPath,
  type Locale
} from '#i18n/locale.ts'

/** The lifetime of the cookie with the chosen language, in seconds. */
export const LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

/**
 * Handles `?lang=de`: stores the language like the language switch does, and redirects to the
 * address without the parameter. Ignores a language that the site does not offer.
 */
export async function languageParamRedirect(context: APIContext): Promise<Response | null> {
  const { url, cookies, locals } = context
  const tag = url.searchParams.get('lang')
  if (tag === null || !isPageRequest(context)) return null
  const offered = offeredLocales((await loadSite(locals.mount)).site?.locales ?? [])
  const locale = negotiateLocale(tag, offered)
  const target = new URL(url)
  target.searchParams.delete('lang')
  if (locale !== null)
    cookies.set('LOCALE', locale, { ...sharedCookie(url), maxAge: LANGUAGE_COOKIE_AGE })
  target.pathname =
    locale === null ? url.pathname : localizePath(splitPath(url.pathname).path, locale)
  return createRedirect(target.pathname + target.search, 302)
}

/**
 * Redirects `/` to the reader's language, and any other page to a language that the reader has
 * chosen before. Only requests that read a page are redirected.
 */
export async function languageRedirect(
  context: APIContext,
  prefix: Locale | null
): Promise<Response | null> {
  const { request, url, cookies, locals } = context
  if (prefix !== null || !isPageRequest(context) || isUnlocalizedPath(url.pathname)) return null
  const chosen = cookies.get('LOCALE')?.value
  const isFront = url.pathname === '/'
  if (!isFront && (!isLocale(chosen) || chosen === DEFAULT_LOCALE)) return null
  const offered = offeredLocales((await loadSite(locals.mount)).site?.locales ?? [])
  const negotiated = isFront
    ? (negotiateLocale(request.headers.get('accept-language'), offered) ?? offered[0])
    : null
  const wish = offered.find(locale => locale === chosen) ?? negotiated
  if (wish === null || wish === DEFAULT_LOCALE) return null
  return createRedirect(localizePath(url.pathname, wish) + url.search, 302, {
    vary: 'Accept-Language, Cookie'
  })
}

/**
 * Redirects from a language that the site does not offer: to the reader's if it is offered, else to
 * English, else to the site's own.
 */
export function fallbackLanguageRedirect(context: APIContext, locale: Locale): Response | null {
  const { url, locals } = context
  const offered = offeredLocales(locals.hub.site.locales)
  if (offered.includes(locale) || !isPageRequest(context)) return null
  const other = wishOf(context, offered)
  return createRedirect(localizePath(locals.hub.path, other) + url.search, 302, {
    vary: 'Accept-Language, Cookie'
  })
}

/**
 * Returns the reader's language, for a response at an address without a language that is not an
 * English page.
 */
export async function loadReaderLocale(context: APIContext): Promise<Locale> {
  return wishOf(context, offeredLocales((await loadSite(context.locals.mount)).site?.locales ?? []))
}

/**
 * Returns the best language that the site offers: the reader's, else English, else the site's own.
 */
function wishOf(
  { request, cookies }: APIContext,
  offered: ReturnType<typeof offeredLocales>
): Locale {
  return fittingLocale(
    offered,
    cookies.get('LOCALE')?.value,
    request.headers.get('accept-language')
  )
}
