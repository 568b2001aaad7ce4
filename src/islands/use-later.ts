import type { LaterOptions } from '#islands/later-options.ts'
import { useEffect, useMemo, useState } from 'react'
import { whenIdle } from '#client/when-idle.ts'
import { loadChatLater, type ChatLater } from '#islands/lazily.ts'
import type { TurnTools } from '#ui/chat/turn-tools.ts'

/** Longest wait for a quiet moment, in milliseconds. */
const PATIENCE = 2000

/**
 * What a chat can do beside asking and reading: the tools of its turns, moving to other conversations without a page, shortcuts.
 * Fetched in a quiet moment, and again with each thing that happens for as long as it could not be.
 */
export function useLater(options: LaterOptions): TurnTools | null {
  const busy = options.thread.phase !== 'idle'
  const patience = busy ? 0 : PATIENCE
  const [part, setPart] = useState<ChatLater | null>(null)
  const [now] = useState(() => createNow(options))
  useEffect(() => now.set(options))
  useEffect(() => {
    if (part !== null) return undefined
    return whenIdle(() => void loadChatLater().then(setPart, () => undefined), patience)
  }, [part, patience])
  useEffect(() => part?.start(now.get), [part, now])
  return useMemo(() => part && part.toolsOf(now.get, busy), [part, now, busy])
}

/** The options of the last render, for what is done long after it. */
function createNow(options: LaterOptions): { get(): LaterOptions; set(options: LaterOptions): void } {
  let last = options
  return {
    get: () => last,
    set(next) {
      last = next
    }
  }
}
