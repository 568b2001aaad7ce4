import type { HubRequest } from '#client/hub.ts'
import { hasExplore } from '#core/switches.ts'
import { sortLocales, offeredLocales } from '#i18n/locale.ts'
import { headLinks, type HeadLinks } from '#layouts/head.ts'
import { publicPages } from '#sections/shared/public-pages.ts'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;'
}

/**
 * Lists every public page of a site in each of its languages. Each entry links the same page in the
 * other languages, as the page's head does.
 */
export function sitemapText(hub: Pick<HubRequest, 'origin' | 'url' | 'site'>): string {
  const { origin, url, site } = hub
  const locales = sortLocales(offeredLocales(site.locales))
  // Crawlers find shared results by the links of Explore.
  const explore = hasExplore(site) ? [{ path: '/explore' }] : []
  const entries = [...publicPages(site), ...explore].flatMap(({ path }) =>
    locales.map(locale => entry(headLinks({ origin, url, site, path, locale })))
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>\n'
  ].join('\n')
}

function entry({ canonical, alternates }: HeadLinks): string {
  const links = alternates.map(
    ({ language, address }) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${escape(address)}"/>`
  )
  return `<url><loc>${escape(canonical)}</loc>${links.join('')}</url>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => ENTITIES[sign] ?? sign)
}
