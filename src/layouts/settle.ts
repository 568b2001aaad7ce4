import type { AstroGlobal } from 'astro'
import { STORAGE_PREFIX } from '#stores/persisted.ts'

/**
 * Cookie that is set for one minute after a sign-out. It tells the sign-in page that the user left
 * on purpose, so their drafts are cleared.
 */
export const SIGNED_OUT_COOKIE = 'LEFT'

/**
 * Returns the attributes for the script that removes data which another user left in this browser.
 * A failed page gets none, because its user is unknown.
 */
export function cleanupAttributes({
  locals: { hub, traceId },
  cookies
}: Pick<AstroGlobal, 'locals' | 'cookies'>): Record<string, string> {
  if (traceId !== undefined) return {}
  // A user whose session expired gets their drafts back after signing in again.
  const returns =
    hub.path.startsWith('/auth/') && hub.session === null && !cookies.has(SIGNED_OUT_COOKIE)
  return {
    'data-kept': STORAGE_PREFIX,
    'data-person': hub.session?.user.id ?? '',
    ...(returns && { 'data-returns': '' })
  }
}
