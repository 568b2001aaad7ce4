import type { ChatModuleOptions } from '#islands/later-options.ts'
import { useEffect, useMemo, useState } from 'react'
import { runWhenIdle } from '#client/when-idle.ts'
import { runWhenAffordable, runAfterInteraction } from '#client/when-used.ts'
import { loadChatModule, type ChatModule } from '#islands/lazily.ts'
import type { TurnTools } from '#ui/chat/turn-tools.ts'

/** The longest wait for the browser to be idle, in milliseconds. */
const PATIENCE = 2000

/**
 * Loads the code for everything in a chat except asking and reading: the tools of turns, navigation
 * without a page load, and shortcuts. It loads when the browser is idle, for guests without a
 * conversation after their first interaction. After a failure it loads again when the chat becomes
 * busy or idle.
 */
export function useChatModule(options: ChatModuleOptions): TurnTools | null {
  const busy = options.thread.phase !== 'idle'
  const onlyLooks = options.hub.user === null && options.thread.turns.length === 0
  const [part, setPart] = useState<ChatModule | null>(null)
  const [now] = useState(() => createNow(options))
  useEffect(() => now.set(options))
  useEffect(() => {
    if (part !== null) return undefined
    const load = (): void => void loadChatModule().then(setPart, () => undefined)
    if (busy) return runWhenIdle(load, 0)
    return (onlyLooks ? runAfterInteraction : runWhenAffordable)(load, PATIENCE)
  }, [part, busy, onlyLooks])
  useEffect(() => part?.startChatBackground(now.get), [part, now])
  return useMemo(() => part && part.createTurnTools(now.get, busy), [part, now, busy])
}

/** Holds the options of the last render, for actions that happen later. */
function createNow(options: ChatModuleOptions): {
  get(): ChatModuleOptions
  set(options: ChatModuleOptions): void
} {
  let last = options
  return {
    get: () => last,
    set(next) {
      last = next
    }
  }
}
