import { CHAT_SERVICE, type ChatGroupId } from '#core/chat.ts'
import { watchBalance } from '#islands/watch-balance.ts'
import { watchOtherRuns } from '#stores/other-runs.ts'

/**
 * Shows questions that the user asks in other tabs or on other devices, and the balance after their
 * answers.
 * @returns a function that stops it
 */
export function watchChat(group: ChatGroupId): () => void {
  const ends = [watchOtherRuns(group), watchBalance(CHAT_SERVICE.id)]
  return () => {
    for (const end of ends) end()
  }
}
