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

export type Values = Readonly<Record<string, Json>>

/** Evaluates a condition. A field without a value equals nothing and is not given. */
export function holds(condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every(each => holds(each, values))
  if ('any' in condition) return condition.any.some(each => holds(each, values))
  if ('not' in condition) return !holds(condition.not, values)
  const value = values[condition.field]
  if ('given' in condition) return isGiven(value) === condition.given
  if ('has' in condition) return Array.isArray(value) && value.includes(condition.has)
  return 'is' in condition ? value === condition.is : condition.in.includes(value as Json)
}

/**
 * Checks that a field has a value. API clients send an empty text or list for fields that the user
 * left empty.
 */
export function isGiven(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  )
}

/** Lists every field that a condition refers to. */
export function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field]
}
