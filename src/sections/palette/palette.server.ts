import { Languages, Link, Search, SunMoon, X } from 'lucide-react'
import type { HubRequest } from '#client/hub.ts'
import type { PaletteData } from '#client/palette.ts'
import { translator } from '#i18n/hub.ts'
import { DEFAULT_LOCALE } from '#i18n/locale.ts'
import type { Strings, Translate } from '#i18n/translate.ts'
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
    findsOwn: hub.session !== null,
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

/** Returns the English translator, in which tools of operators keep their only texts. */
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
