import { pageHub } from '#client/page-hub.ts'

/**
 * Returns the headers that describe the caller besides the token. Servers do not trust them as an
 * identity.
 * @param part the platform gets more headers than the API, as its contract requires
 */
export function callerHeaders(part: 'platform' | 'api'): Record<string, string> {
  const { locale, user } = pageHub()
  const language = { 'accept-language': locale }
  if (part === 'api') return language
  return { ...language, ...(user !== null && { 'x-user-id': user.id }) }
}

/**
 * Marks a request that only reads, so that it does not count as a use of a service. The contract
 * asks clients to send it.
 */
export const READ_ONLY_HEADERS = { 'x-record-exempt': 'true' }
