import { findConversations } from '#client/conversation-shelf.ts'
import { createSearchResults } from '#client/found-sentence.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { Translate } from '#i18n/translate.ts'
import { $searchResults, createListCheck } from '#stores/conversations.ts'
import { withUserToken } from '#stores/renewal.ts'

/** The last search input. Results of other inputs are not shown. */
const typed = { words: '' }

let searching = false

/**
 * Searches the conversations of a group and shows the results. Only one search runs at a time; when
 * it ends, the latest input is searched next. Without words the list is shown again.
 */
export async function searchHistory(
  group: ChatGroupId,
  words: string,
  t: Translate
): Promise<void> {
  typed.words = words.trim()
  if (typed.words === '') return $searchResults.set(null)
  if (searching) return
  searching = true
  const stays = createListCheck()
  for (let asked = ''; stays() && typed.words !== '' && asked !== typed.words;) {
    asked = typed.words
    const answer = await withUserToken(token => findConversations(token, group, asked)).catch(
      () => null
    )
    if (stays() && typed.words !== '') $searchResults.set(createSearchResults(asked, answer, t))
  }
  searching = false
}
