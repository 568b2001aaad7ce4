import type { Site, SiteTexts } from '#contract/site.ts'
import type { Locale } from '#i18n/locale.ts'

/** A site in the words that it has for this language; what it does not say in it, it says as for all. */
export function siteIn<T extends Pick<Site, 'title' | 'description' | 'keywords' | 'texts'>>(site: T, locale: Locale): T {
  const { title, description, keywords } = textsIn(site, locale)
  return {
    ...site,
    title: title || site.title,
    description: description || site.description,
    keywords: keywords.length > 0 ? keywords : site.keywords
  }
}

/** What a site says in this language alone; empty for what it does not. */
export function textsIn({ texts }: Pick<Site, 'texts'>, locale: Locale): SiteTexts {
  return (Object.hasOwn(texts, locale) ? texts[locale] : undefined) ?? { title: '', description: '', keywords: [] }
}
