import type { HubRequest } from '#client/hub.ts'
import { creditsText } from '#client/plan-text.ts'
import type { Usage } from '#contract/usage.ts'
import { formatCredits } from '#core/format.ts'

/** The colour of each state's dot. */
export const DOT: Record<Usage['state'], 'good' | 'warn' | 'bad' | 'idle'> = {
  queued: 'idle',
  running: 'warn',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'idle'
}

/** Decimal places of a micro-credit. */
const EXACT = 6

/**
 * Formats credits with the precision in which they are charged.
 * @param credits decimal credits
 */
export function exactCredits(credits: number, locale: string): string {
  return formatCredits(credits, locale, EXACT)
}

/**
 * Formats credits for a list: below one credit with two significant digits.
 * @param credits decimal credits
 */
export function briefCredits(credits: number, locale: string): string {
  if (credits >= 1) return formatCredits(credits, locale)
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(credits)
}

/** Does the same as `exactCredits` in words: `0.12 credits`. */
export function exactCreditsText(words: Pick<HubRequest, 't' | 'locale'>, credits: number): string {
  return creditsText(words, credits, EXACT)
}
