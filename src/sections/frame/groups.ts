import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Medium } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { siteTools } from '#sections/shared/site-tools.ts'

type GroupItem = { id: string; href: string; title: string; line: string; current: boolean }
export type FrameGroup = { id: Medium; title: string; items: GroupItem[]; current: boolean }

export const MEDIA: readonly Medium[] = ['chat', 'image', 'video', 'audio']

/**
 * Returns the frame's groups with their services in the order of the catalogue, without services
 * that are switched off.
 */
export function frameGroups(hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>): FrameGroup[] {
  const groups = MEDIA.map(id => ({ id, items: id === 'chat' ? chats(hub) : tools(hub, id) }))
  return groups
    .map(({ id, items }) => ({
      id,
      items: items.filter(item => isServiceOffered(hub.site, ...needs(id, item.id)))
    }))
    .filter(({ items }) => items.length > 0)
    .map(({ id, items }) => ({
      id,
      items,
      title: hub.t(`common.group.${id}`),
      current: items.some(item => item.current)
    }))
}

/** Returns the ids of the current services. Nothing else in the groups differs between pages. */
export function currentServiceIds(groups: readonly FrameGroup[]): string[] {
  return groups.flatMap(({ items }) => items.filter(item => item.current).map(({ id }) => id))
}

/** Returns where a visit starts: the first service that the site offers. */
export function firstPageAddress(hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>): string {
  return frameGroups(hub)[0]?.items[0]?.href ?? localizePath('/profile', hub.locale)
}

/** Checks whether this is the page that `/` leads to. */
export function isFirstPage(hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>): boolean {
  return localizePath(hub.path, hub.locale) === firstPageAddress(hub)
}

/** Returns the page for a new chat; null on a site that offers no chat. */
export function newChatAddress(
  hub: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>
): string | null {
  return frameGroups(hub).find(({ id }) => id === 'chat')?.items[0]?.href ?? null
}

function chats({ locale, path, t }: Pick<HubRequest, 'locale' | 'path' | 't'>): GroupItem[] {
  return CHAT_GROUPS.map(({ id, title }) => ({
    id,
    title,
    line: t(`common.chat.${id}`),
    href: localizePath(`/${id}/conversations`, locale),
    current: isUnder(path, id)
  }))
}

function tools(
  { locale, path, site, t }: Pick<HubRequest, 'locale' | 'path' | 'site' | 't'>,
  medium: Medium
): GroupItem[] {
  return siteTools(site)
    .filter(service => service.medium === medium)
    .map(({ id }) => ({
      id,
      title: t(`${id}.title`),
      line: t(`${id}.line`),
      href: localizePath(`/${id}`, locale),
      current: isUnder(path, id)
    }))
}

function isUnder(path: string, id: string): boolean {
  return path === `/${id}` || path.startsWith(`/${id}/`)
}

function needs(medium: Medium, id: string): string[] {
  return medium === 'chat' ? [chat.id, id] : [id]
}
