import { CHAT_SERVICE } from '#core/chat.ts'
import { watchShortcuts } from '#islands/chat-keys.tsx'
import { watchNavigation } from '#islands/moving.ts'
import { watchPayerMenu } from '#islands/payers.ts'
import type { ChatModuleOptions } from '#islands/later-options.ts'

export { createTurnTools } from '#islands/turn-acts.tsx'

/**
 * Starts the background work of a chat page: navigation, shortcuts and the menu of plans.
 * @param options returns the current options
 * @returns a function that stops it
 */
export function startChatBackground(options: () => ChatModuleOptions): () => void {
  const ends = [watchNavigation(options), watchShortcuts(options), watchPayerMenu(CHAT_SERVICE)]
  return () => ends.forEach(end => end())
}
