import type { Site, SiteTexts } from '#contract/site.ts'
import type { Locale } from '#i18n/locale.ts'

/**
 * Returns a site with its texts in a language. Missing texts fall back to the site's general ones.
 */
export function localizeSite<T extends Pick<Site, 'title' | 'description' | 'keywords' | 'texts'>>(
  site: T,
  locale: Locale
): T {
  const { title, description, keywords } = siteTextsIn(site, locale)
  return {
    ...site,
    title: title || site.title,
    description: description || site.description,
    keywords: keywords.length > 0 ? keywords : site.keywords
  }
}

/** Returns a site's texts in this language alone; empty where there are none. */
export function siteTextsIn({ texts }: Pick<Site, 'texts'>, locale: Locale): SiteTexts {
  return (
    (Object.hasOwn(texts, locale) ? texts[locale] : undefined) ?? {
      title: '',
      description: '',
      keywords: []
    }
  )
}
