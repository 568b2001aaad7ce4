import { findService } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Application } from '#contract/application.ts'
import { formatCredits, shownCredits } from '#core/format.ts'
import { localizePath } from '#i18n/locale.ts'

type Words = Pick<HubRequest, 't' | 'locale'>
type Named = Pick<Application, 'scope' | 'service_id'>

/** What a plan pays for, as its person reads it. */
export function serviceOf({ t }: Pick<Words, 't'>, { scope, service_id }: Named): string {
  const service = service_id === null ? undefined : findService(service_id)
  if (scope === 'Global' || service === undefined) return t('application.scope.global')
  return service.medium === 'chat' ? t('common.group.chat') : t(`${service.id}.title`)
}

/** A plan in a few words: `Credits · All services`. */
export function planName({ t }: Pick<Words, 't'>, plan: Named & Pick<Application, 'type'>): string {
  return `${t(`application.type.${plan.type.toLowerCase()}`)} · ${serviceOf({ t }, plan)}`
}

/** An amount of credits in words. @param credits decimal credits */
export function creditsText({ t, locale }: Words, credits: number, digits = 2): string {
  return t('application.credits', { count: shownCredits(credits, digits), number: formatCredits(credits, locale, digits) })
}

/** What is left of a plan in words. @param credits decimal credits */
export function leftText({ t, locale }: Words, credits: number): string {
  return t('application.left', { count: shownCredits(credits), number: formatCredits(credits, locale) })
}

/** Where something of a plan is done. */
export function planAddress({ locale }: Pick<Words, 'locale'>, id: string, what: 'extra' | 'subscribe' | 'credentials'): string {
  return localizePath(`/console/applications/${encodeURIComponent(id)}/${what}`, locale)
}

/** How more credits come into a plan, and what that is called. */
export function payOf({ type, expired_at }: Pick<Application, 'type' | 'expired_at'>): {
  what: 'extra' | 'subscribe'
  word: 'extra' | 'subscribe' | 'renew'
} {
  if (type === 'Usage') return { what: 'extra', word: 'extra' }
  return { what: 'subscribe', word: expired_at === null ? 'subscribe' : 'renew' }
}
