import type { Field } from '#core/field.ts'
import type { Translate, Values } from '#i18n/translate.ts'

/** A string that need not be there. */
export function maybe(t: Translate, key: string, values?: Values): string {
  const text = t(key, values)
  return text === key ? '' : text
}

/** What an option is called: its own name unless the service has words for it. */
export function optionName(t: Translate, id: string, name: string, option: string | number): string {
  return maybe(t, `${id}.option.${name}.${option}`) || String(option)
}

/** What is wrong with a field, and how much of it there may be. */
export function issueText(t: Translate, code: string, field: Field | undefined): string {
  const isFile = field?.type === 'file'
  const bounds = { max: 0, min: 0, ...field }
  const max = isFile && code === 'too_large' ? Math.round(field.bytes / 1e6) : (bounds.max ?? 0)
  const values = { max, min: bounds.min }
  return maybe(t, `field.issue.${field?.type}_${code}`, values) || maybe(t, `field.issue.${code}`, values) || t('field.issue.invalid')
}

/** Minutes and seconds: 1:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
