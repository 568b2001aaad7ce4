import type { ComponentType } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { ChatMenuProps } from '#islands/ChatMenu.tsx'
import { changeThread } from '#stores/thread.ts'

type Asking = typeof import('#stores/asking.ts')

const OFFLINE: Failure = { code: 'unknown', detail: 'offline', sentence: '', issues: [], traceId: '' }

/** Fetches what asking takes. It comes when somebody begins to write: a page that is only read does without it. */
export function loadAsking(): Promise<Asking> {
  return import('#stores/asking.ts')
}

/** Does what asking takes, once it is here. @returns false when it cannot be fetched, which the page then says */
export async function withAsking(action: (asking: Asking) => Promise<boolean>): Promise<boolean> {
  const asking = await loadAsking().catch(() => null)
  if (asking !== null) return action(asking)
  changeThread({ notice: OFFLINE })
  return false
}

/** Fetches the menu of a conversation in the list. @returns null when it cannot be had, which the page then says */
export async function loadMenu(): Promise<ComponentType<ChatMenuProps> | null> {
  const part = await import('#islands/ChatMenu.tsx').catch(() => null)
  if (part === null) changeThread({ notice: OFFLINE })
  return part && part.ChatMenu
}

/** How long a page is left to itself first, in milliseconds: its own parts come before those that others need. */
const LATER = 2500

/** Follows what the person does in other tabs, once this page has been looked at for a while. @returns ends it */
export function watchLazily(hub: HubInfo, group: ChatGroupId): () => void {
  return later(
    () => import('#stores/other-runs.ts'),
    ({ watchOtherRuns }) => watchOtherRuns(hub, group)
  )
}

/** Does what a page does for itself, at the same time. @returns ends it */
export function startLazily(hub: HubInfo): () => void {
  return later(
    () => import('#stores/startup.ts'),
    ({ startUp }) => startUp(hub)
  )
}

/** @param start what the fetched part does @returns ends it */
function later<T>(fetch: () => Promise<T>, start: (part: T) => () => void): () => void {
  let over = false
  let forget = (): void => {
    over = true
  }
  const begin = async (): Promise<void> => {
    const part = await fetch().catch(() => null)
    if (!over && part !== null) forget = start(part)
  }
  const soon = (): void => {
    if (document.hidden || over) return
    document.removeEventListener('visibilitychange', soon)
    setTimeout(() => void begin(), LATER)
  }
  document.addEventListener('visibilitychange', soon)
  soon()
  return () => {
    document.removeEventListener('visibilitychange', soon)
    forget()
  }
}
