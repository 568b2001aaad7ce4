import { findService, SERVICES } from '#catalog/index.ts'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Usage } from '#contract/usage.ts'
import { formatNumber } from '#core/format.ts'
import { parseMeasure } from '#core/measure.ts'
import { isProblemCode } from '#core/problem.ts'
import { taskPath } from '#core/task-path.ts'
import { localizePath } from '#i18n/locale.ts'
import { textOrNull } from '#i18n/translate.ts'

type Words = Pick<HubRequest, 't' | 'locale'>

/** Reasons for the end of a run that have their own text on this page. */
const REASONS = [
  'finished',
  'late',
  'canceled',
  'chat_error',
  'used_up',
  'busy',
  'timeout',
  'api_error',
  'bad_request',
  'forbidden',
  'too_many_requests',
  'content_too_large',
  'unknown'
]

/** Names the call of a run: the service, and the action where the service has several. */
export function callTitle(
  { t }: Pick<Words, 't'>,
  { api, action, service }: Pick<Usage, 'api' | 'action' | 'service'>
): string {
  const actions = Object.keys(findService(service?.alias ?? '')?.actions ?? {})
  return actions.length > 1 && actions.includes(action)
    ? `${api.title} · ${t(`${service?.alias}.action.${action}`)}`
    : api.title
}

/** Lists every service with its calls, for a filter. */
export function callChoices({
  t
}: Pick<Words, 't'>): { title: string; items: { value: string; title: string }[] }[] {
  return SERVICES.map(({ id, medium, actions = {} }) => {
    const title = medium === 'chat' ? t('common.group.chat') : t(`${id}.title`)
    const calls = Object.keys(actions).map(action => ({
      value: `${id}/${action}`,
      title: t(`${id}.action.${action}`)
    }))
    return { title, items: [{ value: id, title }, ...(calls.length > 1 ? calls : [])] }
  })
}

/** Explains in a sentence why a run ended; null while it is still running. */
export function endReasonText(
  { t }: Pick<Words, 't'>,
  { reason }: Pick<Usage, 'reason'>
): string | null {
  if (reason === '') return null
  if (REASONS.includes(reason)) return t(`usage.reason.${reason}`)
  return isProblemCode(reason) ? t(`problem.${reason}`) : t('usage.reason.else', { code: reason })
}

/** Explains in a sentence what happened to the credits on hold. */
export function chargedText(
  { t }: Pick<Words, 't'>,
  { deducted_amount, held_amount, finished_at }: Usage
): string {
  if (finished_at === null) return t('usage.charged.running')
  if (deducted_amount === 0) return t('usage.charged.none')
  return t(deducted_amount < held_amount ? 'usage.charged.part' : 'usage.charged.all')
}

/** Explains in a sentence how a price was calculated; null where that is no longer known. */
export function priceBasisText({ t, locale }: Words, basis: Usage['basis']): string | null {
  if (basis === null) return null
  if (basis.by === 'own_key') return t('usage.basis.own_key')
  if (basis.by === 'settings')
    return t(
      Object.keys(basis.settings).length === 0 ? 'usage.basis.fixed' : 'usage.basis.settings'
    )
  const { input_tokens: input, output_tokens: output } = basis
  const prices = {
    inputPrice: formatNumber(basis.input_price, locale),
    outputPrice: formatNumber(basis.output_price, locale)
  }
  if (input === null || output === null) return t('usage.basis.prices', prices)
  return t('usage.basis.tokens', {
    ...prices,
    input: formatNumber(input, locale, 0),
    output: formatNumber(output, locale, 0)
  })
}

/** Lists the settings of a run with the names of the service's form. */
export function usageSettings(
  { t }: Pick<Words, 't'>,
  { basis, service }: Pick<Usage, 'basis' | 'service'>
): { name: string; value: string }[] {
  if (basis?.by !== 'settings' || service === null) return []
  return Object.entries(basis.settings).map(([field, value]) => ({
    name:
      textOrNull(t, `${service.alias}.field.${field}`) ??
      textOrNull(t, `field.${field}`) ??
      textOrNull(t, `usage.measure.${parseMeasure(field)?.unit}`) ??
      field,
    value: textOrNull(t, `${service.alias}.option.${field}.${value}`) ?? value
  }))
}

/** Returns the address of a run's result; null where it can no longer be seen. */
export function resultAddress({ locale }: Pick<Words, 'locale'>, usage: Usage): string | null {
  const { conversation_id, task_id, service, metadata } = usage
  if (conversation_id !== null) {
    const group = CHAT_GROUPS.find(({ models }) =>
      models.some(({ name }) => name === metadata['model'])
    )
    return localizePath(`/${group?.id ?? 'chatgpt'}/conversations/${conversation_id}`, locale)
  }
  const made = task_id !== null && usage.state === 'succeeded' && service !== null
  return made ? localizePath(taskPath(service.alias, task_id), locale) : null
}
