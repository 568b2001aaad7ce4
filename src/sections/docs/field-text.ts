import { optionAliases, type ChoiceField, type Field, type NumberField } from '#core/field.ts'
import { joinSentences } from '#core/joined.ts'
import type { Translate } from '#i18n/translate.ts'
import { codeText, codeListText, conditionText } from '#sections/shared/condition-text.ts'

/** Bytes in a megabyte as users understand it. */
const MB = 1_000_000

/** Returns the JSON type of a field, as the API names it. */
export function jsonTypeOf(field: Field): string {
  switch (field.type) {
    case 'number':
      return 'number'
    case 'switch':
      return 'boolean'
    case 'choice':
      return field.max === undefined ? typeof (field.options[0] ?? '') : 'array'
    case 'file':
      return field.max > 1 || field.list ? 'array' : 'string'
    case 'id':
      return field.max === undefined ? 'string' : 'array'
    case 'text':
      return 'string'
  }
}

/** Describes the values that a field accepts. */
export function fieldRangeText(t: Translate, field: Field): string {
  switch (field.type) {
    case 'text':
      return t('docs.range.text', { max: field.max })
    case 'choice':
      return choiceText(t, field)
    case 'number':
      return numberText(t, field)
    case 'switch':
      return `${codeText(true)} ${codeText(false)}`
    case 'file':
      return joinSentences([
        t(`docs.range.${field.accept}`, { size: field.bytes / MB }),
        ...(field.max > 1 ? [t('docs.range.many', { max: field.max })] : []),
        ...(field.seconds === undefined ? [] : [t('docs.range.seconds', { max: field.seconds })]),
        ...(field.key === undefined ? [] : [t('docs.range.key', { key: codeText(field.key) })])
      ])
    case 'id':
      return joinSentences([
        t('docs.range.id'),
        ...(field.max === undefined ? [] : [t('docs.range.many', { max: field.max })])
      ])
  }
}

function choiceText(t: Translate, { options, max, pixels }: ChoiceField): string {
  const all = codeListText(options)
  const many = max === undefined ? all : joinSentences([all, t('docs.range.many', { max })])
  return pixels === undefined ? many : joinSentences([many, t('docs.range.pixels', pixels)])
}

function numberText(t: Translate, { min, max, step, unit }: NumberField): string {
  const range = t(unit === 'seconds' ? 'docs.range.numberSeconds' : 'docs.range.number', {
    min: codeText(min),
    max: codeText(max)
  })
  return step === undefined || step === 1
    ? range
    : joinSentences([range, t('docs.range.step', { step: codeText(step) })])
}

/**
 * Describes a field's default and the conditions under which it counts, the most important sentence
 * first.
 */
export function fieldRuleTexts(t: Translate, field: Field): string[] {
  const { required, when, derived = [], also = [] } = field
  const others = field.type === 'choice' ? Object.entries(optionAliases(field)) : []
  return [
    ...(required === undefined || required === true
      ? []
      : [t('docs.field.requiredWhen', { condition: conditionText(t, required) })]),
    ...(when === undefined
      ? []
      : [t('docs.field.onlyWhen', { condition: conditionText(t, when) })]),
    ...derived.map(each =>
      t('docs.field.derived', {
        value: codeText(each.value),
        condition: conditionText(t, each.when)
      })
    ),
    ...('default' in field && field.default !== undefined
      ? [t('docs.field.default', { value: codeText(field.default) })]
      : []),
    ...(also.length > 0 ? [t('docs.field.also', { names: codeListText(also) })] : []),
    ...others.map(([from, to]) =>
      t('docs.field.renamed', { from: codeText(from), to: codeText(to) })
    )
  ]
}
