import { isRecord } from '#client/json.ts'
import { persisted } from '#stores/persisted.ts'

/** `expiration` is unix milliseconds. */
export type AccessToken = { access: string; expiration: number }

/** The person's access token; its refresh token never leaves the server. */
export const $token = persisted<AccessToken | null>('token', null, parseToken)

function parseToken(saved: unknown): AccessToken | null {
  if (!isRecord(saved)) return null
  const { access, expiration } = saved
  return typeof access === 'string' && typeof expiration === 'number' ? { access, expiration } : null
}
