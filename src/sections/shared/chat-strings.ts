import type { HubRequest } from '#client/hub.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Strings } from '#i18n/translate.ts'
import { OF_OTHER_PAGES, withoutStrings } from '#sections/shared/chosen-strings.ts'

/** The beginnings of strings that a chat shares with tools. */
const OF_TOOLS = [
  'field.library.',
  'field.file.camera',
  'field.results.retry',
  'field.view.broken',
  'field.view.copy_image',
  'field.view.copy_failed',
  'field.view.hint',
  'field.view.zoom_',
  'field.card.copied'
]

/** The beginnings of strings of dialogs and lists that a guest cannot open. */
const FOR_USERS = [
  'chat.export.',
  'chat.found.',
  'chat.import.',
  'chat.list.delete',
  'chat.list.not_pinned',
  'chat.list.options',
  'chat.list.pin',
  'chat.list.project',
  'chat.list.rename',
  'chat.list.unpin',
  'chat.rename.',
  'chat.report.',
  'chat.share.',
  'chat.undo.'
]

/** The strings of a guest's chat, by language. */
const forGuests = new Map<Locale, Strings>()

/**
 * Returns the strings for the island of a chat. Those of dialogs, of the choice from the library,
 * the lightbox and the camera are left out for a guest, who has none of them.
 */
export function chatStrings(hub: Pick<HubRequest, 'session' | 'strings' | 'locale'>): Strings {
  const own = hub.strings('chat', 'problem')
  if (hub.session === null) {
    const known = forGuests.get(hub.locale)
    const strings = known ?? withoutStrings(own, [...OF_OTHER_PAGES, ...FOR_USERS])
    forGuests.set(hub.locale, strings)
    return strings
  }
  const shared = Object.entries(hub.strings('field')).filter(([key]) =>
    OF_TOOLS.some(start => key.startsWith(start))
  )
  return { ...own, ...Object.fromEntries(shared) }
}
