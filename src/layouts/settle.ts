import type { AstroGlobal } from 'astro'
import { PREFIX } from '#stores/persisted.ts'

/** Says for a minute that somebody has signed out here: the sign-in page that follows is not there for them to come back. */
export const LEFT_COOKIE = 'LEFT'

/**
 * What a page says of itself to the script that clears what others have left in its browser: nothing when it failed and
 * does not know whose it is.
 */
export function settleAttributes({ locals: { hub, traceId }, cookies }: Pick<AstroGlobal, 'locals' | 'cookies'>): Record<string, string> {
  if (traceId !== undefined) return {}
  // Whose sign-in has run out finds what they typed again.
  const returns = hub.path.startsWith('/auth/') && hub.session === null && !cookies.has(LEFT_COOKIE)
  return { 'data-kept': PREFIX, 'data-person': hub.session?.user.id ?? '', ...(returns && { 'data-returns': '' }) }
}
