import { createHash } from 'node:crypto'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import { drawableText } from '#core/writable.ts'
import { localizePath, offeredLocales, type Locale } from '#i18n/locale.ts'
import { isDrawable, letterLanguage } from '#media/type/letters.ts'
import { iconKey } from '#sections/discovery/icons.ts'
import { publicOrigin } from '#layouts/head.ts'
import { pageSummary, publicPages, type PublicPage } from '#sections/shared/public-pages.ts'

/** The preview image of a shared link, in pixels. Every Open Graph reader accepts this size. */
export const CARD_SIZE = { width: 1200, height: 630 }

/**
 * The content of a card: text that our fonts can write, empty where they cannot, and the image
 * beside it.
 */
export type PreviewCard = {
  site: string
  /** The kind of page. */
  kind: string
  title: string
  text: string
  /** A sketch of a chat, of code or of a tool that makes a medium, or the site's icon. */
  beside: 'chat' | 'code' | 'icon' | 'image' | 'video' | 'audio'
  /** The path of our own image that replaces the sketch of a tool; null for the sketch. */
  picture: string | null
  /** `#rrggbb`; empty for the default. */
  accent: string
  dir: 'ltr' | 'rtl'
  /**
   * Decides where lines break, and in which variant a character is drawn that languages write
   * differently.
   */
  lang: Locale
}

type Asked = Pick<HubRequest, 'locale' | 'dir' | 'origin' | 'url' | 'path' | 'site' | 't'>

/** Version of the drawing. A new version gives the same content a new image address. */
const DRAWING = 3

/** The name of the card for pages that are not listed. */
const SITE = 'site'

/** Returns the public page of this request; null for any other page. */
export function publicPageAt({ site, path }: Pick<HubRequest, 'site' | 'path'>): PublicPage | null {
  return publicPages(site).find(page => page.path === path) ?? null
}

/**
 * Returns the full address of a page's card. It includes a hash of the content, so that caches may
 * keep it forever.
 * @param picture of the page, as for {@link buildCard}
 */
export function cardAddress(hub: Asked, picture: string | null): string {
  const page = publicPageAt(hub)
  const name = page === null ? SITE : nameOf(page)
  return (
    publicOrigin(hub) +
    localizePath(`/cards/${name}-${cardKey(hub, buildCard(hub, page, picture))}.png`, hub.locale)
  )
}

/**
 * Returns the page whose card has this name; null for the site's own card, undefined for an unknown
 * name.
 * @param name without hash and file extension
 */
export function pageOfCard(site: HubRequest['site'], name: string): PublicPage | null | undefined {
  return name === SITE ? null : publicPages(site).find(page => nameOf(page) === name)
}

/** Returns a hash of everything that a card shows. */
export function cardKey({ site }: Pick<HubRequest, 'site'>, card: PreviewCard): string {
  return createHash('sha256')
    .update(`${DRAWING}\n${iconKey(site)}\n${JSON.stringify(card)}`)
    .digest('hex')
    .slice(0, 12)
}

/**
 * Builds the card of a page. Where no font can write the page's title, the card shows only the name
 * of the site.
 * @param picture the path of the image that it shows; null for a sketch
 */
export function buildCard(
  hub: Asked,
  page: PublicPage | null,
  picture: string | null
): PreviewCard {
  const { site, dir } = hub
  const lang = letterLanguage(hub.locale, offeredLocales(site.locales))
  const written = (text: string): string => drawableText(text, sign => isDrawable(sign, lang))
  const name = written(site.title) || new URL(publicOrigin(hub)).host
  const title = page === null ? '' : written(pageSummary(page, hub.t).title)
  const text = written(page === null || title === '' ? site.description : lineOf(page, hub))
  const kind = page === null || title === '' ? '' : written(kindOf(page, hub))
  return {
    site: name,
    kind,
    title: title || name,
    text,
    beside: besideOf(page),
    picture,
    accent: site.accent,
    dir,
    lang
  }
}

function nameOf({ kind, id }: PublicPage): string {
  return `${kind}-${id}`
}

/** Returns the shortest description of a page. */
function lineOf(page: PublicPage, { t }: Asked): string {
  return page.kind === 'tool' ? t(`${page.id}.line`) : pageSummary(page, t).text.replaceAll('`', '')
}

function kindOf({ kind, id }: PublicPage, { t }: Asked): string {
  if (kind === 'docs' || kind === 'reference' || kind === 'operate') return t('docs.nav.title')
  return t(
    `common.group.${CHAT_GROUPS.some(group => group.id === id) ? 'chat' : (findService(id)?.medium ?? 'chat')}`
  )
}

function besideOf(page: PublicPage | null): PreviewCard['beside'] {
  if (page === null) return 'icon'
  if (page.kind === 'tool') {
    const medium = findService(page.id)?.medium ?? 'chat'
    return medium === 'chat' ? 'icon' : medium
  }
  return page.kind === 'chat' ? 'chat' : 'code'
}
