import { CHAT } from '#core/chat.ts'
import { watchKeys } from '#islands/chat-keys.tsx'
import { watchMoves } from '#islands/moving.ts'
import { watchPayers } from '#islands/payers.ts'
import type { LaterOptions } from '#islands/later-options.ts'

export { toolsOf } from '#islands/turn-acts.tsx'

/**
 * Starts the background work of a chat page: navigation, shortcuts and the menu of plans.
 * @param options returns the current options
 * @returns a function that stops it
 */
export function startLater(options: () => LaterOptions): () => void {
  const ends = [watchMoves(options), watchKeys(options), watchPayers(CHAT)]
  return () => ends.forEach(end => end())
}
