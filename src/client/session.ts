import { requestJson } from '#client/call.ts'
import type { Session } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'

/**
 * Fetches a new access token for the user of this browser's cookie.
 * @returns null when nobody is signed in
 */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await requestJson<Session>('/auth/session', { method: 'POST' })
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 401) return null
    throw thrown
  }
}
