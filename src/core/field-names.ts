import { hasValue } from '#core/condition.ts'
import type { Fields } from '#core/field.ts'
import { isObject } from '#core/read-value.ts'

/**
 * Renames the values of a request to the names of the fields: flat, without aliases. Forms use these
 * names anyway.
 */
export function normalizeFieldNames(
  fields: Fields,
  given: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const named = unfolded(Object.keys(fields), given)
  for (const [name, { also = [] }] of Object.entries(fields)) {
    const other = also.find(each => hasValue(given[each]))
    if (!hasValue(named[name]) && other !== undefined) named[name] = given[other]
    for (const each of also) delete named[each]
  }
  return named
}

/** Flattens nested objects to names with dots. A plain value becomes their first field. */
function unfolded(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const named: Record<string, unknown> = { ...given }
  const put = (name: string, value: unknown): void => {
    const inner = names.filter(each => each.startsWith(`${name}.`))
    if (inner.length > 0 && isObject(value))
      return Object.entries(value).forEach(([key, each]) => put(`${name}.${key}`, each))
    const [first = name] = inner
    if (!hasValue(named[first])) named[first] = value
  }
  for (const outer of new Set(
    names.filter(name => name.includes('.')).map(name => name.slice(0, name.indexOf('.')))
  )) {
    if (!Object.hasOwn(given, outer)) continue
    delete named[outer]
    put(outer, given[outer])
  }
  return named
}
