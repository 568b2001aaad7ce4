import type { Field, Fields, FieldLimit } from '#core/field.ts'
import { normalizeFieldNames } from '#core/field-names.ts'
import { checkValues, isBlank, type CheckedValues } from '#core/validate.ts'

/** An option that has ended, its last day, and the option that is used in its place. */
export type EndedOption = { field: string; name: string; until: string; becomes: string }

/**
 * Checks a body as {@link checkValues} does, and also lists the fields that were given but not
 * used: unknown ones, and those that do not apply. `ended` lists options that have ended. Forms
 * show neither list, so browsers do not need this function.
 * @param known names that are valid but not fields, such as `callback_url`
 */
export function checkBody(
  fields: Fields,
  limits: readonly FieldLimit[],
  given: Readonly<Record<string, unknown>>,
  known: readonly string[] = []
): CheckedValues & { warnings: string[]; ended: EndedOption[] } {
  const named = normalizeFieldNames(fields, given)
  const checked = checkValues(fields, limits, named)
  const names = Object.keys(fields)
  const isUsed = (name: string): boolean => checked.values[name] !== undefined
  return {
    ...checked,
    warnings: [
      ...Object.keys(named).filter(name => !Object.hasOwn(fields, name) && !known.includes(name)),
      ...names.filter(name => !isUsed(name) && isTold(fields[name], named[name]))
    ],
    ended: names.filter(isUsed).flatMap(name => endedOption(name, fields[name], named[name]))
  }
}

/**
 * Checks whether an unused value needs a warning. The default of a field does not, since forms send
 * it even if the field does not apply.
 */
function isTold(field: Field | undefined, value: unknown): boolean {
  return (
    field !== undefined &&
    !isBlank(field, value) &&
    !('default' in field && field.default === value)
  )
}

function endedOption(name: string, field: Field | undefined, value: unknown): EndedOption[] {
  if (field?.type !== 'choice') return []
  const { renamed = {}, retired = {} } = field
  const meant = renamed[String(value)] ?? String(value)
  const found = Object.hasOwn(retired, meant) ? retired[meant] : undefined
  return found === undefined ? [] : [{ field: name, name: meant, ...found }]
}
