import { isRecord, textAt } from '#client/json.ts'
import type { HubInfo } from '#client/hub.ts'
import { CHAT } from '#core/chat.ts'
import { persisted } from '#stores/persisted.ts'

/** What somebody asks with who has not signed in. `ends` is unix milliseconds, `conversation` null until they have asked. */
export type GuestAsking = { token: string; ends: number; group: string; conversation: string | null }

/** Null for whoever never asked as a guest in this browser, or has signed in since. */
export const $guest = persisted<GuestAsking | null>('guest', null, parseGuest)

/** The credential of a page that nobody has signed in on; null where there is none, and for services that take a plan. */
export function guestToken({ user }: Pick<HubInfo, 'user'>, service: { id: string }): string | null {
  return user === null && service.id === CHAT.id ? ($guest.get()?.token ?? null) : null
}

function parseGuest(saved: unknown): GuestAsking | null {
  if (!isRecord(saved)) return null
  const [token, group, ends] = [textAt(saved, 'token'), textAt(saved, 'group'), saved['ends']]
  if (token === '' || typeof ends !== 'number' || ends <= Date.now()) return null
  return { token, ends, group, conversation: textAt(saved, 'conversation') || null }
}
