import { holds, type Condition } from '#core/condition.ts'
import type { Limit } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { PriceRule } from '#core/price.ts'
import type { Bound } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'

/** A value as it stands in a call, marked as code. */
export function code(value: Json): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** Values side by side, each marked as code. */
export function codes(values: readonly Json[]): string {
  return values.map(code).join(' ')
}

/** A condition in words, its fields and values marked as code. */
export function conditionText(t: Translate, condition: Condition): string {
  if ('all' in condition) return condition.all.map(each => grouped(t, each)).join(t('docs.condition.and'))
  if ('any' in condition) return condition.any.map(each => grouped(t, each)).join(t('docs.condition.or'))
  if ('not' in condition) return t('docs.condition.not', { condition: conditionText(t, condition.not) })
  const field = code(condition.field)
  if ('given' in condition) return t(condition.given ? 'docs.condition.given' : 'docs.condition.absent', { field })
  if ('has' in condition) return t('docs.condition.has', { field, value: code(condition.has) })
  if ('in' in condition) return t('docs.condition.in', { field, values: codes(condition.in) })
  return t('docs.condition.is', { field, value: code(condition.is) })
}

/** What is joined inside of what is joined. */
function grouped(t: Translate, condition: Condition): string {
  const text = conditionText(t, condition)
  return 'all' in condition || 'any' in condition ? `(${text})` : text
}

/** What cannot be combined: when, which field, what it may be then. */
export function limitText(t: Translate, { when, field, options, min, max, above }: Limit): string {
  const parts = [
    ...(options === undefined ? [] : [t('docs.limit.options', { values: codes(options) })]),
    ...(min === undefined ? [] : [t('docs.limit.min', { min })]),
    ...(max === undefined ? [] : [t('docs.limit.max', { max })]),
    ...(above === undefined ? [] : [t('docs.limit.above', { other: code(above) })])
  ]
  const may = parts.length === 0 ? t('docs.limit.none') : parts.join(t('docs.condition.and'))
  const always = holds(when, {}) && 'all' in when && when.all.length === 0
  const text = t('docs.limit.text', { field: code(field), may })
  return always ? text : t('docs.limit.when', { condition: conditionText(t, when), text })
}

/** What an earlier result allows. */
export function boundText(t: Translate, bound: Bound): string {
  const of = { of: code(bound.of), value: code(bound.value) }
  return 'max' in bound ? t('docs.bound.max', { ...of, max: bound.max }) : t('docs.bound.field', { ...of, field: code(bound.field) })
}

/** What a run costs, as it is reckoned: `0.12 × count`. */
export function priceText({ credits, times = [], per }: PriceRule): string {
  return [String(credits), ...times.map(code)].join(' × ') + (per === undefined ? '' : ` ÷ ${per}`)
}
