import type { HubRequest } from '#client/hub.ts'
import { translator } from '#i18n/hub.ts'
import { LANGUAGE_NAMES, localizePath, offeredLocales } from '#i18n/locale.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import { publicOrigin } from '#layouts/head.ts'
import { pageSummary, publicPages, type PublicPage } from '#sections/shared/public-pages.ts'

/**
 * Describes a site and its pages in Markdown, for programs that read it for a user. The text is in
 * the site's own language, with one sentence per tool.
 */
export function llmsText(hub: Pick<HubRequest, 'origin' | 'url' | 'path' | 'site'>): string {
  const { site } = hub
  const languages = offeredLocales(site.locales)
  const [locale] = languages
  const t = translator(locale)
  const origin = publicOrigin(hub)
  const pages = publicPages(site)
  const line = (page: PublicPage): string => {
    const { title, text } = pageSummary(page, t)
    return link(title, origin + localizePath(page.path, locale), text)
  }
  const offered = frameGroups({ ...hub, locale, t }).map(({ title, items }) => {
    const own = pages.filter(
      ({ kind, id }) => (kind === 'chat' || kind === 'tool') && items.some(item => item.id === id)
    )
    return section(title, own.map(line))
  })
  const docs = pages.filter(({ kind }) => kind !== 'chat' && kind !== 'tool').map(line)
  const others = languages.map(each => link(LANGUAGE_NAMES[each], origin + localizePath('/', each)))
  return [
    `# ${plain(site.title)}\n`,
    ...(site.description === '' ? [] : [`> ${plain(site.description)}\n`]),
    ...offered,
    section(t('docs.nav.title'), [
      ...docs,
      link('OpenAPI', `${origin}/openapi.json`, t('docs.start.machineText'))
    ]),
    section(t('common.language.name'), others)
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.join('\n')}\n`
}

function link(title: string, address: string, text = ''): string {
  return `- [${plain(title)}](${address})${text === '' ? '' : `: ${text.replace(/[:：]$/, '')}`}`
}

/** Puts an admin's text on one line and escapes its Markdown. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`)
}
