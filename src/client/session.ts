import { call } from '#client/call.ts'
import type { Session } from '#contract/token.ts'
import { Problem } from '#core/problem.ts'

/**
 * A fresh access token for whoever this browser's cookie belongs to.
 * @returns null when nobody is signed in
 */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await call<Session>('/auth/session', { method: 'POST' })
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 401) return null
    throw thrown
  }
}
