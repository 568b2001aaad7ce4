import type { HubRequest } from '#client/hub.ts'
import type { Strings } from '#i18n/translate.ts'

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

/**
 * Returns the strings for the island of a chat. Those of the choice from the library, the
 * lightbox and the camera are left out for a guest, who has none of them.
 */
export function chatStrings(hub: Pick<HubRequest, 'session' | 'strings'>): Strings {
  const own = hub.strings('chat', 'problem')
  if (hub.session === null) return own
  const shared = Object.entries(hub.strings('field')).filter(([key]) =>
    OF_TOOLS.some(start => key.startsWith(start))
  )
  return { ...own, ...Object.fromEntries(shared) }
}
