import type { BackendModule } from 'i18next'
import type { Strings } from '#i18n/translate.ts'

/**
 * All strings, bundled with the site, so that rendering a page neither reads nor fetches a file.
 */
const files = import.meta.glob<Strings>('../../locales/*/*.json', {
  eager: true,
  import: 'default'
})

/** The strings by language and group. */
const GROUPS = byLanguage()

/**
 * The i18next backend that returns the bundled strings of a language and a namespace of
 * `astro-i18next.config.mjs`. It answers synchronously.
 */
export const bundled: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => done(null, { ...GROUPS[language]?.[namespace] })
}

function byLanguage(): Record<string, Record<string, Strings>> {
  const groups: Record<string, Record<string, Strings>> = {}
  for (const [path, strings] of Object.entries(files)) {
    const [, locale = '', group = ''] = /\/locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
    groups[locale] = { ...groups[locale], [group]: strings }
  }
  return groups
}
