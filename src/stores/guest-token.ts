import { isJsonRecord, textAt } from '#client/json.ts'
import type { HubInfo } from '#client/hub.ts'
import { CHAT } from '#core/chat.ts'
import { persisted } from '#stores/persisted.ts'

/**
 * A guest's credential. `ends` is unix milliseconds; `conversation` is null until they have asked.
 */
type GuestAsking = { token: string; ends: number; group: string; conversation: string | null }

/** Null if nobody has asked as a guest in this browser, or the user has signed in since. */
export const $guest = persisted<GuestAsking | null>('guest', null, parseGuest)

/**
 * Returns the guest's credential on a page without a signed-in user; null if there is none, and for
 * services other than chat, which need a plan.
 */
export function guestToken(
  { user }: Pick<HubInfo, 'user'>,
  service: { id: string }
): string | null {
  return user === null && service.id === CHAT.id ? ($guest.get()?.token ?? null) : null
}

function parseGuest(saved: unknown): GuestAsking | null {
  if (!isJsonRecord(saved)) return null
  const [token, group, ends] = [textAt(saved, 'token'), textAt(saved, 'group'), saved['ends']]
  if (token === '' || typeof ends !== 'number' || ends <= Date.now()) return null
  return { token, ends, group, conversation: textAt(saved, 'conversation') || null }
}
