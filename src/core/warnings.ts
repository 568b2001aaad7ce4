import type { Field, Fields, Limit } from '#core/field.ts'
import { checkValues, isBlank, underOwnNames, type Checked } from '#core/validate.ts'

/**
 * Checks a body as {@link checkValues} does, and also lists the fields that were given but not used
 * as they are: unknown ones, those that do not apply, and those whose value has ended. Forms do not
 * show these, so browsers do without.
 * @param known names that are valid but not fields, such as `callback_url`
 */
export function checkBody(
  fields: Fields,
  limits: readonly Limit[],
  given: Readonly<Record<string, unknown>>,
  known: readonly string[] = []
): Checked & { warnings: string[] } {
  const checked = checkValues(fields, limits, given)
  const named = underOwnNames(fields, given)
  const names = Object.keys(fields)
  const isUsed = (name: string): boolean => checked.values[name] !== undefined
  return {
    ...checked,
    warnings: [
      ...Object.keys(named).filter(name => !Object.hasOwn(fields, name) && !known.includes(name)),
      ...names.filter(name => !isUsed(name) && isTold(fields[name], named[name])),
      ...names.filter(name => isUsed(name) && hasEnded(fields[name], named[name]))
    ]
  }
}

/** Forms send the default of a field that does not apply, so that needs no warning. */
function isTold(field: Field | undefined, value: unknown): boolean {
  return (
    field !== undefined &&
    !isBlank(field, value) &&
    !('default' in field && field.default === value)
  )
}

/** Checks whether a value names an option that has ended, so that its successor is used. */
function hasEnded(field: Field | undefined, value: unknown): boolean {
  if (field?.type !== 'choice') return false
  const { renamed = {}, retired = {} } = field
  return Object.hasOwn(retired, renamed[String(value)] ?? String(value))
}
