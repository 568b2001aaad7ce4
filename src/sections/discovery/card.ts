import { createHash } from 'node:crypto'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { writable } from '#core/writable.ts'
import { localizePath, offeredLocales, type Locale } from '#i18n/locale.ts'
import { isDrawable, letterLanguage } from '#sections/discovery/card-letters.server.ts'
import { iconKey } from '#sections/discovery/icons.ts'
import { publicOrigin } from '#layouts/head.ts'
import { pageWords, publicPages, type PublicPage } from '#sections/shared/public-pages.ts'

/** What stands beside a shared link: in pixels, as every reader of Open Graph takes it. */
export const CARD_SIZE = { width: 1200, height: 630 }

/** What a card shows: words that our fonts can write, empty where they cannot; the picture beside them. */
export type Card = {
  site: string
  /** What kind of page this is. */
  kind: string
  title: string
  text: string
  /** Signs of a chat or of code, the icon of the site, or what a tool made: its id. */
  beside: { is: 'chat' | 'code' | 'icon' } | { is: 'examples'; of: string }
  /** `#rrggbb`; empty for the default. */
  accent: string
  dir: 'ltr' | 'rtl'
  /** By which lines break, and whose letters come first where languages write one sign in several ways. */
  lang: Locale
}

type Asked = Pick<HubRequest, 'locale' | 'dir' | 'origin' | 'url' | 'path' | 'site' | 't'>

/** Counts the ways in which cards were drawn: another one is another picture of the same words. */
const DRAWING = 2

/** The name of the card of a page that is not listed. */
const SITE = 'site'

/** The public page that is asked for; null for any other. */
export function publicPageAt({ site, path }: Pick<HubRequest, 'site' | 'path'>): PublicPage | null {
  return publicPages(site).find(page => page.path === path) ?? null
}

/** The address of the card of a page, in full. What the card shows is part of it, so that it may be kept for ever. */
export function cardAddress(hub: Asked): string {
  const page = publicPageAt(hub)
  const name = page === null ? SITE : nameOf(page)
  return publicOrigin(hub) + localizePath(`/cards/${name}-${cardKey(hub, cardOf(hub, page))}.png`, hub.locale)
}

/** The page whose card has this name, null for the site's own; undefined where there is none. @param name without key and ending */
export function pageOfCard(site: HubRequest['site'], name: string): PublicPage | null | undefined {
  return name === SITE ? null : publicPages(site).find(page => nameOf(page) === name)
}

/** Names what a card is made of. */
export function cardKey({ site }: Pick<HubRequest, 'site'>, card: Card): string {
  return createHash('sha256')
    .update(`${DRAWING}\n${iconKey(site)}\n${JSON.stringify(card)}`)
    .digest('hex')
    .slice(0, 12)
}

/** What the card of a page shows. Where no font can write the page's title, the name of the site stands alone. */
export function cardOf(hub: Asked, page: PublicPage | null): Card {
  const { site, dir } = hub
  const lang = letterLanguage(hub.locale, offeredLocales(site.locales))
  const written = (text: string): string => writable(text, sign => isDrawable(sign, lang))
  const name = written(site.title) || new URL(publicOrigin(hub)).host
  const title = page === null ? '' : written(pageWords(page, hub.t).title)
  const text = written(page === null || title === '' ? site.description : lineOf(page, hub))
  const kind = page === null || title === '' ? '' : written(kindOf(page, hub))
  return { site: name, kind, title: title || name, text, beside: besideOf(page), accent: site.accent, dir, lang }
}

function nameOf({ kind, id }: PublicPage): string {
  return `${kind}-${id}`
}

/** What is there, in as few words as there are for it. */
function lineOf(page: PublicPage, { t }: Asked): string {
  return page.kind === 'tool' ? t(`${page.id}.line`) : pageWords(page, t).text.replaceAll('`', '')
}

function kindOf({ kind, id }: PublicPage, { t }: Asked): string {
  if (kind === 'docs' || kind === 'reference') return t('docs.nav.title')
  return t(`common.group.${CHAT_GROUPS.some(group => group.id === id) ? 'chat' : (findService(id)?.medium ?? 'chat')}`)
}

function besideOf(page: PublicPage | null): Card['beside'] {
  if (page === null) return { is: 'icon' }
  if (page.kind === 'tool') return { is: 'examples', of: page.id }
  return { is: page.kind === 'chat' ? 'chat' : 'code' }
}
