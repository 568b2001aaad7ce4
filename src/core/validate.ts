import { evaluateCondition, hasValue, type Condition, type FieldValues } from '#core/condition.ts'
import type { Field, Fields, IssueCode, FieldLimit } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { flagValue } from '#core/typed-flags.ts'
import { valueSizes, readValue, countCharacters, readOption } from '#core/read-value.ts'

type FieldIssue = { field: string; code: IssueCode }

export type CheckedValues = {
  /** Complete: with defaults and derived values, without fields that do not apply. */
  values: Record<string, Json>
  /** In the order of the fields; empty when the values are valid. */
  issues: FieldIssue[]
}

/**
 * Validates the fields of a form or an API request, in browsers and servers alike. It never clamps
 * values: a value out of range is an issue of its field.
 * @param given values by the names of the fields; `normalizeFieldNames` turns a request into them
 */
export function checkValues(
  fields: Fields,
  limits: readonly FieldLimit[],
  given: Readonly<Record<string, unknown>>
): CheckedValues {
  const values: Record<string, Json> = {}
  const issues: FieldIssue[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (isBlank(field, given[name])) continue
    const read = readValue(field, given[name])
    // An invalid value still counts as given for the conditions of other fields.
    values[name] = 'issue' in read ? (given[name] as Json) : read.value
    if ('issue' in read) issues.push({ field: name, code: read.issue })
  }
  const wrong = new Set(issues.map(issue => issue.field))
  takeTyped(fields, values, wrong)
  fillIn(fields, values, wrong)
  const idle = Object.entries(fields).filter(([, field]) => !applies(field, values))
  for (const [name] of idle) delete values[name]
  const left = new Set(idle.map(([name]) => name))
  const refused = [
    ...issues.filter(issue => !left.has(issue.field)),
    ...missing(fields, values, left, wrong),
    ...limits.flatMap(limit => {
      const code = wrong.has(limit.field) ? null : codeOf(limit, fields[limit.field], values)
      return code === null ? [] : [{ field: limit.field, code }]
    })
  ]
  const order = Object.keys(fields)
  return {
    values,
    issues: onePerField(refused).toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
  }
}

/** Checks whether a value is missing, or blank text. */
export function isBlank({ type }: Field, value: unknown): boolean {
  return !hasValue(value) || (type === 'text' && typeof value === 'string' && value.trim() === '')
}

/**
 * Checks whether a field applies. A field with an earlier result's id applies only if it is
 * required.
 */
function applies(field: Field, values: FieldValues): boolean {
  const needed = field.type === 'id' && field.required !== true ? field.required : undefined
  const when = field.when ?? needed
  return when === undefined || evaluateCondition(when, values)
}

/**
 * Replaces a choice by a typed flag only if the flag is lower. A higher choice costs more, so users
 * must make it in the field that shows the price.
 */
function takeTyped(fields: Fields, values: Record<string, Json>, wrong: ReadonlySet<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.type !== 'choice' || field.typed === undefined || wrong.has(name)) continue
    const read = readOption(field, flagValue(values[field.typed.in], field.typed.flags))
    if ('value' in read && Number(read.value) < Number(values[name] ?? field.default))
      values[name] = read.value
  }
}

/**
 * Fills in missing values. Derived values depend on given values and on the defaults of earlier
 * fields.
 */
function fillIn(fields: Fields, values: Record<string, Json>, wrong: ReadonlySet<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(values, name) || wrong.has(name)) continue
    const derived = field.derived?.find(each => evaluateCondition(each.when, values))
    if (derived !== undefined) values[name] = derived.value
    else if ('default' in field && field.default !== undefined) values[name] = field.default
  }
}

function missing(
  fields: Fields,
  values: FieldValues,
  left: ReadonlySet<string>,
  wrong: ReadonlySet<string>
): FieldIssue[] {
  const needed = (required: true | Condition | undefined): boolean =>
    required === true || (required !== undefined && evaluateCondition(required, values))
  return Object.entries(fields)
    .filter(
      ([name, { required }]) =>
        !left.has(name) && !wrong.has(name) && needed(required) && !hasValue(values[name])
    )
    .map(([name]) => ({ field: name, code: 'required' as const }))
}

/** Returns how values break a limit; null if they do not. */
function codeOf(
  { when, field, options, min, max, above }: FieldLimit,
  declared: Field | undefined,
  values: FieldValues
): IssueCode | null {
  const value = values[field]
  if (!hasValue(value) || !evaluateCondition(when, values)) return null
  if (options !== undefined)
    return options.includes(value as string | number) ? null : 'not_allowed'
  if (above !== undefined)
    return Number(value) > Number(values[above] ?? -Infinity) ? null : 'too_small'
  if (min === undefined && max === undefined) return 'not_together'
  const isText = declared?.type === 'text'
  const sizes = isText ? [countCharacters(String(value))] : valueSizes(value)
  if (sizes.some(size => size < (min ?? -Infinity))) return 'too_small'
  if (!sizes.some(size => size > (max ?? Infinity))) return null
  return isText ? 'too_long' : Array.isArray(value) ? 'too_many' : 'too_large'
}

function onePerField(issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.filter(
    (issue, index) => issues.findIndex(other => other.field === issue.field) === index
  )
}
