import { findConversations } from '#client/conversation-shelf.ts'
import { foundBy } from '#client/found-sentence.ts'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { $found, untilRelisted } from '#stores/conversations.ts'
import { asPerson } from '#stores/renewal.ts'

/** What was typed last: nothing else is shown. */
const typed = { words: '' }

let searching = false

/**
 * Shows what holds the words. While one search is on its way no other is sent: what was typed meanwhile is searched next, by
 * its last state. Without words there is the list again.
 */
export async function searchConversations(hub: HubInfo, group: ChatGroupId, words: string, t: Translate): Promise<void> {
  typed.words = words.trim()
  if (typed.words === '') return $found.set(null)
  if (searching) return
  searching = true
  const stays = untilRelisted()
  for (let asked = ''; stays() && typed.words !== '' && asked !== typed.words;) {
    asked = typed.words
    const answer = await asPerson(hub, token => findConversations(hub, token, group, asked)).catch(() => null)
    if (stays() && typed.words !== '') $found.set(foundBy(asked, answer, t))
  }
  searching = false
}
