import type { Field } from '#core/field.ts'
import type { Translate, TranslationValues } from '#i18n/translate.ts'

/**
 * Translates a key that may be missing.
 * @returns the text, or an empty string for a missing key
 */
export function textOrEmpty(t: Translate, key: string, values?: TranslationValues): string {
  const text = t(key, values)
  return text === key ? '' : text
}

/** Returns an option's label: the service's translation, or else the option itself. */
export function optionName(
  t: Translate,
  id: string,
  name: string,
  option: string | number
): string {
  return textOrEmpty(t, `${id}.option.${name}.${option}`) || String(option)
}

/**
 * Returns the text of a field's error, including the field's limits.
 * @param name the label of the field
 */
export function issueText(
  t: Translate,
  code: string,
  field: Field | undefined,
  name: string
): string {
  const isFile = field?.type === 'file'
  const bounds = { max: 0, min: 0, ...field }
  const max = isFile && code === 'too_large' ? Math.round(field.bytes / 1e6) : (bounds.max ?? 0)
  const values = { max, min: bounds.min, name }
  return (
    textOrEmpty(t, `field.issue.${field?.type}_${code}`, values) ||
    textOrEmpty(t, `field.issue.${code}`, values) ||
    t('field.issue.invalid')
  )
}
