import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import { formatCredits, roundCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'

type Words = Pick<HubRequest, 't' | 'locale'>

/**
 * Returns an amount of credits in words.
 * @param credits decimal credits
 */
export function creditsText({ t, locale }: Words, credits: number): string {
  return t('application.credits', {
    count: roundCredits(credits),
    number: formatCredits(credits, locale)
  })
}

/**
 * Returns the remaining credits of a plan in words.
 * @param credits decimal credits
 */
export function remainingCreditsText({ t, locale }: Words, credits: number): string {
  return t('application.left', {
    count: roundCredits(credits),
    number: formatCredits(credits, locale)
  })
}

/** Returns the address of an action on a plan. */
export function planAddress(
  { locale }: Pick<Words, 'locale'>,
  id: string,
  what: 'extra' | 'subscribe' | 'credentials'
): string {
  return localizePath(`/console/applications/${encodeURIComponent(id)}/${what}`, locale)
}

/** Returns which page adds credits to a plan, and the word for the link to it. */
export function topUpActionOf({ type, expired_at }: Pick<Application, 'type' | 'expired_at'>): {
  what: 'extra' | 'subscribe'
  word: 'extra' | 'subscribe' | 'renew'
} {
  if (type === 'Usage') return { what: 'extra', word: 'extra' }
  return { what: 'subscribe', word: expired_at === null ? 'subscribe' : 'renew' }
}
