import type { HubRequest } from '#client/hub.ts'
import type { Site } from '#contract/site.ts'
import { textWidth } from '#core/description.ts'
import { pageTitle } from '#core/page-title.ts'
import { pagePath } from '#i18n/hub.ts'
import { DEFAULT_LOCALE, sortLocales, offeredLocales, type Locale } from '#i18n/locale.ts'
import { isPlaceholderOrigin } from '#core/placeholder.ts'

/** The image in previews of a page's link. Its size is in pixels. */
export type PageImage = { url: string; width: number; height: number }

export type HeadLinks = {
  canonical: string
  /** One address per language, and `x-default` for readers of any other language. */
  alternates: { language: string; address: string }[]
}

/**
 * Returns the origin that search engines and shared links should name: the site's own origin. The
 * request may use another address, such as a dated or a loopback one. Its origin is used only while
 * the site's origin is a placeholder.
 */
export function publicOrigin({ origin, url }: Pick<HubRequest, 'origin' | 'url'>): string {
  return isPlaceholderOrigin(origin) ? url.origin : origin
}

type Place = Pick<HubRequest, 'origin' | 'url' | 'path' | 'locale'>

/** Returns this page's address, without its query, in its language or in another one. */
export function canonicalAddress(hub: Place, locale = hub.locale): string {
  const path = hub.path === '/' ? '/' : hub.path.replace(/(?<!\/)\/+$/, '')
  return publicOrigin(hub) + pagePath(path, locale)
}

/** Returns this page's address, without its query, in every language that the site offers. */
export function headLinks(hub: Place & { site: { locales: readonly string[] } }): HeadLinks {
  const offered = offeredLocales(hub.site.locales)
  const [own] = offered
  const address = (locale: Locale): string => canonicalAddress(hub, locale)
  return {
    canonical: canonicalAddress(hub),
    alternates: [
      ...sortLocales(offered).map(locale => ({ language: locale, address: address(locale) })),
      {
        language: 'x-default',
        address: address(offered.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : own)
      }
    ]
  }
}

/**
 * Returns a language's code with a territory, such as `pt_BR`, as Open Graph requires. The
 * territory is the one where most people speak the language.
 */
export function openGraphLocale(locale: Locale): string {
  const known = territories.get(locale)
  if (known !== undefined) return known
  const { language, region } = new Intl.Locale(locale).maximize()
  const code = `${language}_${region}`
  territories.set(locale, code)
  return code
}

const territories = new Map<Locale, string>()

/** Longest title that search engines show, measured in Latin letters. */
const TITLE = 60

/**
 * Builds a page's title from its name and a line on its contents, never from the name alone.
 * @param short replaces `line` where the full title does not fit
 * @param site its title and the pattern that adds it to page titles
 */
export function fitPageTitle(
  name: string,
  line: string,
  short: string,
  site: Pick<Site, 'title' | 'page_title'>
): string {
  const full = `${name} – ${line}`
  return textWidth(pageTitle(site.page_title, full, site.title)) <= TITLE
    ? full
    : `${name} – ${short}`
}

/** Returns the path and query to come back to after a sign-in or a switch of language or theme. */
export function currentPagePath({ url }: Pick<HubRequest, 'url'>): string {
  return url.pathname + url.search
}

/** Returns the address that signs the user out and leads back to this page. */
export function signOutAddress(hub: Pick<HubRequest, 'url'>): string {
  return `/auth/sign-out?${new URLSearchParams({ redirect: currentPagePath(hub) })}`
}
