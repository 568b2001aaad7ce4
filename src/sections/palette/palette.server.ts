import { Languages, Link, Search, SunMoon, X } from 'lucide-react'
import { findModel } from '#catalog/chat/models.ts'
import { findChats } from '#client/chat.server.ts'
import type { HubRequest } from '#client/hub.ts'
import type { PaletteData, PaletteEntry } from '#client/palette.ts'
import { translator } from '#i18n/hub.ts'
import { DEFAULT_LOCALE, localizePath } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'
import { frameGroups } from '#sections/frame/groups.ts'
import { paletteGroups } from '#sections/palette/palette-groups.ts'
import { readPlans } from '#sections/shared/applications.ts'
import { iconLines } from '#ui/icon-lines.ts'

/** The most plans whose pages of API keys are listed. */
const MAX_PLANS = 10

/** Keys of strings that the palette shares with other parts of the page. */
const SHARED_KEYS = [
  'common.action.close',
  'common.action.copied',
  'common.language.name',
  'common.table.none',
  'common.theme.name',
  'common.words.pair',
  'chat.found.failed',
  'chat.keys.title',
  'chat.list.untitled'
]

/** Lists all that a user may open from the palette. */
export async function loadPalette(hub: HubRequest): Promise<PaletteData> {
  const list = hub.session === null ? null : await readPlans(hub, { limit: String(MAX_PLANS) })
  const plans = list?.status === 'success' ? list.value.items : []
  const groups = paletteGroups(hub, plans)
  const english = paletteGroups({ ...hub, t: englishOf(hub) }, plans)
  const inEnglish = new Map(
    english.flatMap(({ entries }) => entries.map(({ id, title }) => [id, title]))
  )
  return {
    groups: groups.map(group => ({
      ...group,
      entries: group.entries.map(entry => ({
        ...entry,
        words: [entry.words, inEnglish.get(entry.id)].filter(Boolean).join(' ')
      }))
    })),
    findsChats: hub.session !== null && chatGroups(hub).length > 0,
    icons: {
      search: iconLines(Search),
      close: iconLines(X),
      link: iconLines(Link),
      theme: iconLines(SunMoon),
      language: iconLines(Languages)
    },
    t: paletteStrings(hub)
  }
}

/**
 * Finds chats of the user by their words.
 * @returns null when the API does not respond; an empty list for a guest
 */
export async function loadChatEntries(
  hub: HubRequest,
  search: string
): Promise<PaletteEntry[] | null> {
  const words = search.replaceAll('\0', '').trim()
  const [first, ...others] = chatGroups(hub)
  if (hub.session === null || first === undefined || words === '') return []
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

function chatGroups(hub: HubRequest) {
  return frameGroups(hub).find(({ id }) => id === 'chat')?.items ?? []
}

/**
 * Returns the English translator. Tools of operators have texts in one language only, which it uses
 * for them.
 */
function englishOf({ t }: HubRequest): Translate {
  const english = translator(DEFAULT_LOCALE)
  return (key, values) => (english.has?.(key) === false ? t(key, values) : english(key, values))
}

function paletteStrings(hub: HubRequest): Strings {
  return Object.fromEntries(
    Object.entries(hub.strings('common', 'chat')).filter(
      ([key]) => key.startsWith('common.palette.') || SHARED_KEYS.includes(key)
    )
  )
}
