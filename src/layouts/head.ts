import type { HubRequest } from '#client/hub.ts'
import { DEFAULT_LOCALE, inOrder, localizePath, offeredLocales, type Locale } from '#i18n/locale.ts'

export type HeadLinks = {
  canonical: string
  /** One address per language, and `x-default` for readers of any other. */
  alternates: { language: string; address: string }[]
}

/** Stands for all loopback hosts of a deployment and is no address anyone can open. */
const PLACEHOLDER = /^http:\/\/localhost-/

/** The origin that search engines and shared links should name: the site's own, not the dated or loopback one it was asked by. */
export function publicOrigin({ origin, url }: Pick<HubRequest, 'origin' | 'url'>): string {
  return PLACEHOLDER.test(origin) ? url.origin : origin
}

/** Where this page stands, in every language that the site offers; queries are no part of it. */
export function headLinks(
  hub: Pick<HubRequest, 'origin' | 'url' | 'path' | 'locale'> & { site: { locales: readonly string[] } }
): HeadLinks {
  const path = hub.path === '/' ? '/' : hub.path.replace(/(?<!\/)\/+$/, '')
  const offered = offeredLocales(hub.site.locales)
  const [own] = offered
  const address = (locale: Locale): string => publicOrigin(hub) + localizePath(path, locale)
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

/** Most signs of a title and of a description that search engines show. */
const TITLE = 60
const DESCRIPTION = 160

/** Signs that are as wide as two of others. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * The title of a page: its name and what is there, never the name alone.
 * @param short what is there in fewer words, where the line does not fit beside the name of the site
 * @param site its name, which stands behind every title
 */
export function titleOf(name: string, line: string, short: string, site: string): string {
  const full = `${name} – ${line}`
  return widthOf(`${full} · ${site}`) <= TITLE ? full : `${name} – ${short}`
}

/** As many whole sentences as search engines show; of a first one that is too long as many words. */
export function descriptionOf(text: string, locale: Locale): string {
  const [first, ...rest] = parts(text, locale, 'sentence')
  if (first === undefined) return ''
  if (widthOf(first) > DESCRIPTION) return `${joined(parts(first, locale, 'word'), DESCRIPTION - 1)}…`
  return joined([first, ...rest], DESCRIPTION)
}

function parts(text: string, locale: Locale, granularity: 'sentence' | 'word'): string[] {
  return [...new Intl.Segmenter(locale, { granularity }).segment(text)].map(({ segment }) => segment)
}

/** The first of them, as many as fit into so many signs. */
function joined(texts: readonly string[], most: number): string {
  let all = ''
  for (const text of texts) {
    if (widthOf((all + text).trimEnd()) > most) break
    all += text
  }
  return all.trimEnd()
}

/** How wide a text stands, in signs of Latin. */
export function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}

/** The address that a switch or a sign-in comes back to: this page with its query. */
export function here({ url }: Pick<HubRequest, 'url'>): string {
  return url.pathname + url.search
}

/** Where a person signs out, to come back to this page. */
export function signOutAddress(hub: Pick<HubRequest, 'url'>): string {
  return `/auth/sign-out?${new URLSearchParams({ redirect: here(hub) })}`
}
