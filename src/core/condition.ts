import type { Json } from '#core/json.ts'

/**
 * A condition on the values of a form. It is plain data, so that a declaration can be sent to the
 * browser.
 */
export type Condition =
  | { field: string; is: Json }
  | { field: string; in: readonly Json[] }
  | { field: string; given: boolean }
  /** True when a list contains this value. */
  | { field: string; has: Json }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }

export type FieldValues = Readonly<Record<string, Json>>

/** Evaluates a condition. A field without a value equals nothing and is not given. */
export function evaluateCondition(condition: Condition, values: FieldValues): boolean {
  if ('all' in condition) return condition.all.every(each => evaluateCondition(each, values))
  if ('any' in condition) return condition.any.some(each => evaluateCondition(each, values))
  if ('not' in condition) return !evaluateCondition(condition.not, values)
  const value = values[condition.field]
  if ('given' in condition) return hasValue(value) === condition.given
  if ('has' in condition) return Array.isArray(value) && value.includes(condition.has)
  return 'is' in condition ? value === condition.is : condition.in.includes(value as Json)
}

/**
 * Checks that a field has a value. API clients send an empty text or list for fields that the user
 * left empty.
 */
export function hasValue(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  )
}

/** Lists every field that a condition refers to. */
export function conditionFields(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(conditionFields)
  if ('any' in condition) return condition.any.flatMap(conditionFields)
  return 'not' in condition ? conditionFields(condition.not) : [condition.field]
}
