import { isJsonRecord, textAt } from '#client/json.ts'
import type { HubInfo } from '#client/hub.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

/**
 * A guest's credential. `ends` is unix milliseconds. `group` is the chat group or the tool that they
 * tried; `work` is the conversation or task there, null until it has begun.
 */
type GuestTry = { token: string; ends: number; group: string; work: string | null }

/** Null if nobody has tried anything in this browser, or the user has signed in since. */
export const $guest = createPersistedAtom<GuestTry | null>('guest', null, parseGuest)

/** Returns the guest's credential on a page without a signed-in user; null if there is none. */
export function guestToken({ user }: Pick<HubInfo, 'user'>): string | null {
  return user === null ? ($guest.get()?.token ?? null) : null
}

function parseGuest(saved: unknown): GuestTry | null {
  if (!isJsonRecord(saved)) return null
  const [token, group, ends] = [textAt(saved, 'token'), textAt(saved, 'group'), saved['ends']]
  if (token === '' || typeof ends !== 'number' || ends <= Date.now()) return null
  return { token, ends, group, work: textAt(saved, 'work') || null }
}
