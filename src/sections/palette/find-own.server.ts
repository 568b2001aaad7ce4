import { AudioLines, Clapperboard, File, FileText, Image, type LucideIcon } from 'lucide-react'
import { findModel } from '#catalog/chat/models.ts'
import { findChats } from '#client/chat.server.ts'
import type { HubRequest } from '#client/hub.ts'
import type { PaletteEntry, PaletteGroup } from '#client/palette.ts'
import type { LibraryItem, LibraryPage } from '#contract/library.ts'
import { formatRelativeDay } from '#core/moment.ts'
import { localizePath } from '#i18n/locale.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import { itemAddress } from '#sections/shared/item-address.ts'
import { iconLines } from '#ui/icon-lines.ts'

/** The most results of tools that one search lists. */
const MOST_RESULTS = 6

/**
 * Items per page of the library, and the most pages that one search reads. Many items may match
 * that are not listed.
 */
const [ITEMS, PAGES] = [30, 5]

/** Longest title of a result, in characters. Prompts are longer. */
const LONGEST_TITLE = 120

const ICONS: Readonly<Record<LibraryItem['kind'], LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  audio: AudioLines,
  other: FileText,
  upload: File
}

/**
 * Finds chats of the user, and results of their tools, by their words. Groups without a match are
 * left out.
 * @returns null when the API does not respond; none for a guest
 */
export async function searchOwnItems(
  hub: HubRequest,
  search: string
): Promise<PaletteGroup[] | null> {
  const words = search.replaceAll('\0', '').trim()
  if (hub.session === null || words === '') return []
  const [chats, results] = await Promise.all([findOwnChats(hub, words), findResults(hub, words)])
  if (chats === null || results === null) return null
  return [
    { title: hub.t('common.palette.chats'), entries: chats },
    { title: hub.t('common.palette.results'), entries: results }
  ].filter(({ entries }) => entries.length > 0)
}

async function findOwnChats(hub: HubRequest, words: string): Promise<PaletteEntry[] | null> {
  const [first, ...others] = frameGroups(hub).find(({ id }) => id === 'chat')?.items ?? []
  if (first === undefined) return []
  const found = await findChats(hub, words)
  return (
    found &&
    found.map(({ id, model, title, found: match }) => {
      const group = others.find(each => each.id === findModel(model)?.group) ?? first
      const path = `/${group.id}/conversations/${encodeURIComponent(id)}`
      return {
        id: path,
        title: title || hub.t('chat.list.untitled'),
        href: localizePath(path, hub.locale),
        line: match === undefined || match.text === title ? group.title : match.text
      }
    })
  )
}

/** Finds results that their tools can show. Uploads have no page, so they take no place. */
async function findResults(hub: HubRequest, words: string): Promise<PaletteEntry[] | null> {
  const tools = frameGroups(hub).flatMap(group => group.items)
  const found: PaletteEntry[] = []
  let cursor = ''
  for (let read = 0; read < PAGES && found.length < MOST_RESULTS; read++) {
    const page = await readItems(hub, { search: words.slice(0, 200), cursor })
    if (page === null) return null
    for (const item of page.items) {
      const href = itemAddress(hub, item)
      const tool = tools.find(({ id }) => id === item.service)?.title
      if (href !== null) found.push({ ...resultEntry(hub, item, tool), href })
    }
    if (page.next === null) break
    cursor = page.next
  }
  return found.slice(0, MOST_RESULTS)
}

/** @returns null when the API does not respond */
async function readItems(
  hub: HubRequest,
  wanted: { search: string; cursor: string }
): Promise<LibraryPage | null> {
  const query = new URLSearchParams({ ...wanted, limit: String(ITEMS) })
  const headers = { authorization: `Bearer ${hub.session?.access_token ?? ''}` }
  const answer = await hub.fetch('api', `/library/items?${query}`, { headers }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as LibraryPage) : null
}

function resultEntry(
  { locale }: HubRequest,
  { id, kind, service, prompt, title, text, created_at }: LibraryItem,
  tool = service
): Omit<PaletteEntry, 'href'> {
  const day = formatRelativeDay(created_at, Date.now(), locale)
  return {
    id,
    title: (title || prompt || text).slice(0, LONGEST_TITLE),
    line: [tool, day].join(' · '),
    icon: iconLines(ICONS[kind])
  }
}
