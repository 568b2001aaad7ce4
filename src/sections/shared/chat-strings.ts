import type { HubRequest } from '#client/hub.ts'
import type { Strings } from '#i18n/translate.ts'

/**
 * Returns the strings for the island of a chat. Those of the choice from the library are left out
 * for a guest, who has none.
 */
export function chatStrings(hub: Pick<HubRequest, 'session' | 'strings'>): Strings {
  const own = hub.strings('chat', 'problem')
  if (hub.session === null) return own
  const { 'field.results.retry': retry = '', ...field } = hub.strings('field')
  const library = Object.entries(field).filter(([key]) => key.startsWith('field.library.'))
  return { ...own, ...Object.fromEntries(library), 'field.results.retry': retry }
}
