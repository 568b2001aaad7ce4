import { evaluateCondition as holdsFor, type Condition } from '#core/condition.ts'
import type { FieldLimit } from '#core/field.ts'
import { formatNumber } from '#core/format.ts'
import type { Json } from '#core/json.ts'
import type { PriceRule } from '#core/price.ts'
import type { ResultBound } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'

/** Formats a value as in an API call, marked as code. */
export function codeText(value: Json): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** Formats several values, each marked as code. */
export function codeListText(values: readonly Json[]): string {
  return values.map(codeText).join(' ')
}

/** Describes a condition in words, with its fields and values marked as code. */
export function conditionText(t: Translate, condition: Condition): string {
  return toldText(t, told(condition, true))
}

/** Describes a condition as a line of its own. */
export function conditionLineText(t: Translate, condition: Condition): string {
  return t('docs.condition.when', { condition: conditionText(t, condition) })
}

type One = Extract<Condition, { field: string }>
/**
 * A condition prepared for a sentence: only single conditions are negated, never a combination of
 * several.
 */
type Told = { one: One; holds: boolean } | { join: 'and' | 'or'; parts: readonly Told[] }

/** Moves negations inwards: not (a and b) becomes (not a) or (not b). */
function told(condition: Condition, holds: boolean): Told {
  if ('not' in condition) return told(condition.not, !holds)
  if ('field' in condition) return { one: condition, holds }
  const isAll = 'all' in condition
  const join = isAll === holds ? 'and' : 'or'
  const parts = (isAll ? condition.all : condition.any).map(each => told(each, holds))
  return {
    join,
    parts: parts.flatMap(part => ('join' in part && part.join === join ? part.parts : [part]))
  }
}

function toldText(t: Translate, condition: Told): string {
  if ('one' in condition) return oneText(t, condition.one, condition.holds)
  const { join, parts } = condition
  return parts
    .map(part => ('one' in part ? toldText(t, part) : `(${toldText(t, part)})`))
    .join(t(`docs.condition.${join}`))
}

function oneText(t: Translate, one: One, holds: boolean): string {
  const field = codeText(one.field)
  if ('given' in one)
    return t(one.given === holds ? 'docs.condition.given' : 'docs.condition.absent', { field })
  if ('has' in one)
    return t(holds ? 'docs.condition.has' : 'docs.condition.hasNot', {
      field,
      value: codeText(one.has)
    })
  const values = 'in' in one ? one.in : [one.is]
  if (values.length > 1)
    return t(holds ? 'docs.condition.in' : 'docs.condition.notIn', {
      field,
      values: codeListText(values)
    })
  return t(holds ? 'docs.condition.is' : 'docs.condition.isNot', {
    field,
    value: codeListText(values)
  })
}

/** Describes a limit: its condition, its field, and the values that the field may then have. */
export function limitText(
  t: Translate,
  { when, field, options, min, max, above }: FieldLimit
): string {
  const parts = [
    ...(options === undefined ? [] : [optionsText(t, options)]),
    ...(min === undefined ? [] : [t('docs.limit.min', { min: codeText(min) })]),
    ...(max === undefined ? [] : [t('docs.limit.max', { max: codeText(max) })]),
    ...(above === undefined ? [] : [t('docs.limit.above', { other: codeText(above) })])
  ]
  const may = parts.length === 0 ? t('docs.limit.none') : parts.join(t('docs.condition.and'))
  const always = holdsFor(when, {}) && 'all' in when && when.all.length === 0
  const text = t('docs.limit.text', { field: codeText(field), may })
  return always ? text : t('docs.limit.when', { condition: conditionText(t, when), text })
}

function optionsText(t: Translate, options: readonly Json[]): string {
  const values = codeListText(options)
  return options.length === 1
    ? t('docs.limit.option', { value: values })
    : t('docs.limit.options', { values })
}

/** Describes a limit that depends on the result that a run continues. */
export function boundText(t: Translate, bound: ResultBound): string {
  const of = { of: codeText(bound.of), value: codeText(bound.value) }
  return 'max' in bound
    ? t('docs.bound.max', { ...of, max: codeText(bound.max) })
    : t('docs.bound.field', { ...of, field: codeText(bound.field) })
}

/** Formats the price of a run as a formula: `0.12 × count`. */
export function priceRuleText(
  { credits, times = [], per, plus }: Pick<PriceRule, 'credits' | 'times' | 'per' | 'plus'>,
  locale: string
): string {
  const number = (value: number): string => formatNumber(value, locale)
  return (
    [number(credits), ...times.map(codeText)].join(' × ') +
    (per === undefined ? '' : ` ÷ ${number(per)}`) +
    (plus === undefined ? '' : ` + ${number(plus)}`)
  )
}
