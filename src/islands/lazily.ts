import type { ComponentType } from 'react'
import { OFFLINE_FAILURE } from '#client/offline.ts'
import type { ChatGroupId } from '#core/chat.ts'
import type { ChatImportProps } from '#islands/ChatImport.tsx'
import type { ChatMenuProps } from '#islands/ChatMenu.tsx'
import { changeThread } from '#stores/thread.ts'

type Asking = typeof import('#stores/asking.ts')

export type ChatModule = typeof import('#islands/chat-later.ts')

/**
 * Loads the code of a chat page for everything except asking and reading.
 * @throws TypeError without a network
 */
export function loadChatModule(): Promise<ChatModule> {
  return import('#islands/chat-later.ts')
}

/**
 * Loads the code for asking. It is loaded only when the user starts to write, since many visitors
 * only read.
 */
export function loadAskModule(): Promise<Asking> {
  return import('#stores/asking.ts')
}

/**
 * Runs an action with the code for asking, once that is loaded.
 * @returns false when it cannot be loaded; the page then shows a notice
 */
export async function withAskModule(
  action: (asking: Asking) => Promise<boolean>
): Promise<boolean> {
  const asking = await loadAskModule().catch(() => null)
  if (asking !== null) return action(asking)
  changeThread({ notice: OFFLINE_FAILURE })
  return false
}

/**
 * Runs an action with the code for asking again, once that is loaded.
 * @returns as {@link withAskModule} does
 */
export async function withRetryModule(
  action: (again: typeof import('#stores/again.ts')) => Promise<boolean>
): Promise<boolean> {
  const again = await loadOrNotify(import('#stores/again.ts'))
  return again !== null && action(again)
}

/**
 * Runs an action with the code for guests, once that is loaded. Few visitors need it.
 * @returns false when it cannot be loaded; the page then shows a notice
 */
export async function withGuestModule(
  action: (guest: typeof import('#stores/guest.ts')) => Promise<boolean>
): Promise<boolean> {
  const guest = await loadOrNotify(import('#stores/guest.ts'))
  return guest !== null && action(guest)
}

/**
 * Loads the menu of a conversation in the list.
 * @returns null when it cannot be loaded; the page then shows a notice
 */
export async function loadChatMenu(): Promise<ComponentType<ChatMenuProps> | null> {
  const part = await loadOrNotify(import('#islands/ChatMenu.tsx'))
  return part && part.ChatMenu
}

/**
 * Loads the import dialog.
 * @returns as {@link loadChatMenu} does
 */
export async function loadChatImport(): Promise<ComponentType<ChatImportProps> | null> {
  const part = await loadOrNotify(import('#islands/ChatImport.tsx'))
  return part && part.ChatImport
}

/** Waits for loaded code. @returns null when it cannot be loaded; the page then shows a notice */
export async function loadOrNotify<T>(fetched: Promise<T>): Promise<T | null> {
  return fetched.catch(() => {
    changeThread({ notice: OFFLINE_FAILURE })
    return null
  })
}

/**
 * How long to wait before loading this code, in milliseconds. The parts that the page itself needs
 * come first.
 */
const LATER = 2500

/**
 * Follows the user's runs in other tabs and the balance, once this page has been visible for
 * `LATER`.
 * @returns a function that stops it
 */
export function watchChatLazily(group: ChatGroupId): () => void {
  return later(
    () => import('#islands/watch-chat.ts'),
    ({ watchChat }) => watchChat(group)
  )
}

/**
 * Keeps the user's token fresh, starting after `LATER`.
 * @returns a function that stops it
 */
export function keepTokenFreshLazily(): () => void {
  return later(
    () => import('#stores/fresh-token.ts'),
    ({ keepTokenFresh }) => keepTokenFresh()
  )
}

/**
 * Loads a part after a delay and starts it.
 * @param start starts the loaded part and returns a function that stops it
 * @returns a function that stops it
 */
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
