import type { HubRequest } from '#client/hub.ts'
import type { Site } from '#contract/site.ts'
import { widthOf } from '#core/description.ts'
import { pageTitle } from '#core/page-title.ts'
import { pagePath } from '#i18n/hub.ts'
import { DEFAULT_LOCALE, inOrder, offeredLocales, type Locale } from '#i18n/locale.ts'
import { isPlaceholder } from '#core/placeholder.ts'

export type HeadLinks = {
  canonical: string
  /** One address per language, and `x-default` for readers of any other. */
  alternates: { language: string; address: string }[]
}

/** The origin that search engines and shared links should name: the site's own, not the dated or loopback one it was asked by. */
export function publicOrigin({ origin, url }: Pick<HubRequest, 'origin' | 'url'>): string {
  return isPlaceholder(origin) ? url.origin : origin
}

/** Where this page stands, in every language that the site offers; queries are no part of it. */
export function headLinks(
  hub: Pick<HubRequest, 'origin' | 'url' | 'path' | 'locale'> & { site: { locales: readonly string[] } }
): HeadLinks {
  const path = hub.path === '/' ? '/' : hub.path.replace(/(?<!\/)\/+$/, '')
  const offered = offeredLocales(hub.site.locales)
  const [own] = offered
  const address = (locale: Locale): string => publicOrigin(hub) + pagePath(path, locale)
  return {
    canonical: address(hub.locale),
    alternates: [
      ...inOrder(offered).map(locale => ({ language: locale, address: address(locale) })),
      { language: 'x-default', address: address(offered.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : own) }
    ]
  }
}

/** What a language is called where a territory must stand behind it, `pt_BR`: the one where most people speak it. */
export function openGraphLocale(locale: Locale): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return `${language}_${region}`
}

/** Most signs of a title that search engines show. */
const TITLE = 60

/**
 * The title of a page: its name and what is there, never the name alone.
 * @param short what is there in fewer words, where the line does not fit beside the name of the site
 * @param site its name, which stands beside every title, and how
 */
export function titleOf(name: string, line: string, short: string, site: Pick<Site, 'title' | 'page_title'>): string {
  const full = `${name} – ${line}`
  return widthOf(pageTitle(site.page_title, full, site.title)) <= TITLE ? full : `${name} – ${short}`
}

/** The address that a switch or a sign-in comes back to: this page with its query. */
export function here({ url }: Pick<HubRequest, 'url'>): string {
  return url.pathname + url.search
}

/** Where a person signs out, to come back to this page. */
export function signOutAddress(hub: Pick<HubRequest, 'url'>): string {
  return `/auth/sign-out?${new URLSearchParams({ redirect: here(hub) })}`
}
