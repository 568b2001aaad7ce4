import { isJsonRecord } from '#client/json.ts'
import type { Session } from '#contract/token.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

/** `expiration` is unix milliseconds. */
export type AccessToken = { access: string; expiration: number }

/** The user's access token. The refresh token never leaves the server. */
export const $token = createPersistedAtom<AccessToken | null>('token', null, parseToken)

/** Saves the token of a session response. `expires_in` is in seconds. */
export function saveToken({
  access_token,
  expires_in
}: Pick<Session, 'access_token' | 'expires_in'>): void {
  $token.set({ access: access_token, expiration: Date.now() + expires_in * 1000 })
}

function parseToken(saved: unknown): AccessToken | null {
  if (!isJsonRecord(saved)) return null
  const { access, expiration } = saved
  return typeof access === 'string' && typeof expiration === 'number'
    ? { access, expiration }
    : null
}
