import type { ComponentType } from 'react'
import type { HubInfo } from '#client/hub.ts'
import type { Failure } from '#client/turns.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { ChatImportProps } from '#islands/ChatImport.tsx'
import type { ChatMenuProps } from '#islands/ChatMenu.tsx'
import { changeThread } from '#stores/thread.ts'

type Asking = typeof import('#stores/asking.ts')

const OFFLINE: Failure = { code: 'unknown', detail: 'offline', sentence: '', issues: [], traceId: '' }

export type ChatLater = typeof import('#islands/chat-later.ts')

/** Fetches what a chat can do beside asking and reading. @throws TypeError without a network */
export function loadChatLater(): Promise<ChatLater> {
  return import('#islands/chat-later.ts')
}

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

/** Does what asking once more takes, once it is here. @returns as {@link withAsking} does */
export async function withAgain(action: (again: typeof import('#stores/again.ts')) => Promise<boolean>): Promise<boolean> {
  const again = await orNotice(import('#stores/again.ts'))
  return again !== null && action(again)
}

/** Does what is a guest's, once it is here: few come as one. @returns false when it cannot be fetched, which the page then says */
export async function withGuest(action: (guest: typeof import('#stores/guest.ts')) => Promise<boolean>): Promise<boolean> {
  const guest = await orNotice(import('#stores/guest.ts'))
  return guest !== null && action(guest)
}

/** Fetches the menu of a conversation in the list. @returns null when it cannot be had, which the page then says */
export async function loadMenu(): Promise<ComponentType<ChatMenuProps> | null> {
  const part = await orNotice(import('#islands/ChatMenu.tsx'))
  return part && part.ChatMenu
}

/** Fetches what imports conversations. @returns as {@link loadMenu} does */
export async function loadImport(): Promise<ComponentType<ChatImportProps> | null> {
  const part = await orNotice(import('#islands/ChatImport.tsx'))
  return part && part.ChatImport
}

async function orNotice<T>(fetched: Promise<T>): Promise<T | null> {
  return fetched.catch(() => {
    changeThread({ notice: OFFLINE })
    return null
  })
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

/** Keeps the person's token fresh, from the same time on. @returns ends it */
export function keepFreshLazily(hub: HubInfo): () => void {
  return later(
    () => import('#stores/fresh-token.ts'),
    ({ keepTokenFresh }) => keepTokenFresh(hub)
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
