import type { ChoiceField, Field, FileField, NumberField } from '#core/field.ts'
import { formatNumber } from '#core/format.ts'
import { joinSentences } from '#core/joined.ts'
import type { Action } from '#core/service.ts'
import { textOrNull, type Translate } from '#i18n/translate.ts'

type Words = { t: Translate; locale: string }

/** A setting as users read it: its name, hint, range and options. */
export type Setting = {
  name: string
  hint: string
  range: string
  options: readonly string[]
  more: boolean
}

/** Bytes in a megabyte as users understand it. */
const MB = 1_000_000

/**
 * Lists the settings of an action in the order of its form. It leaves out fields that an earlier
 * result fills, and choices with one option.
 */
export function describeSettings(
  { t, locale }: Words,
  id: string,
  { fields }: Pick<Action, 'fields'>
): Setting[] {
  return Object.entries(fields)
    .filter(
      ([, field]) => field.type !== 'id' && (field.type !== 'choice' || field.options.length > 1)
    )
    .map(([name, field]) => ({
      name: textOrNull(t, `${id}.field.${name}`) ?? name,
      hint: textOrNull(t, `${id}.hint.${name}`) ?? '',
      range: rangeOf({ t, locale }, field),
      options: field.type === 'choice' ? optionsOf(t, id, name, field) : [],
      more: field.more === true
    }))
}

/** Describes the files that a field accepts: `An image up to 10 MB. Up to 4 of them.` */
export function acceptedFilesText(
  t: Translate,
  { accept, bytes, max, seconds }: FileField
): string {
  return joinSentences([
    t(`service.facts.${accept}`, { size: bytes / MB }),
    ...(max > 1 ? [t('docs.range.many', { max })] : []),
    ...(seconds === undefined ? [] : [t('docs.range.seconds', { max: seconds })])
  ])
}

function rangeOf({ t, locale }: Words, field: Field): string {
  if (field.type === 'text') return t('docs.range.text', { max: field.max })
  if (field.type === 'number') return numberText({ t, locale }, field)
  return field.type === 'file' ? acceptedFilesText(t, field) : ''
}

function numberText({ t, locale }: Words, { min, max, unit }: NumberField): string {
  const told = { min: formatNumber(min, locale), max: formatNumber(max, locale) }
  return t(unit === 'seconds' ? 'docs.range.numberSeconds' : 'docs.range.number', told)
}

function optionsOf(t: Translate, id: string, name: string, { options }: ChoiceField): string[] {
  return options.map(option => textOrNull(t, `${id}.option.${name}.${option}`) ?? String(option))
}
