import { holds, isGiven, type Condition, type Values } from '#core/condition.ts'
import type {
  ChoiceField,
  Field,
  Fields,
  FileField,
  IdField,
  IssueCode,
  Limit,
  NumberField
} from '#core/field.ts'
import type { Json } from '#core/json.ts'
import { typedValue } from '#core/typed-flags.ts'

type FieldIssue = { field: string; code: IssueCode }

export type Checked = {
  /** Complete: with defaults and derived values, without fields that do not apply. */
  values: Record<string, Json>
  /** In the order of the fields; empty when the values are valid. */
  issues: FieldIssue[]
  /** Fields that were given but dropped: unknown ones, and those that do not apply. */
  warnings: string[]
}

/**
 * Validates the fields of a form or an API request, in browsers and servers alike. It never clamps
 * values: a value out of range is an issue of its field.
 * @param known names that are valid but not fields, such as `callback_url`
 */
export function checkValues(
  fields: Fields,
  limits: readonly Limit[],
  given: Readonly<Record<string, unknown>>,
  known: readonly string[] = []
): Checked {
  const named = underOwnNames(fields, given)
  const values: Record<string, Json> = {}
  const issues: FieldIssue[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (isBlank(field, named[name])) continue
    const read = readValue(field, named[name])
    // An invalid value still counts as given for the conditions of other fields.
    values[name] = 'issue' in read ? (named[name] as Json) : read.value
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
  const unknown = Object.keys(named).filter(
    name => !Object.hasOwn(fields, name) && !known.includes(name)
  )
  return {
    values,
    issues: onePerField(refused).toSorted(
      (a, b) => order.indexOf(a.field) - order.indexOf(b.field)
    ),
    warnings: [
      ...unknown,
      ...idle.map(([name]) => name).filter(name => isTold(fields[name], named[name]))
    ]
  }
}

/** Checks whether a value is missing, or blank text. */
function isBlank({ type }: Field, value: unknown): boolean {
  return !isGiven(value) || (type === 'text' && typeof value === 'string' && value.trim() === '')
}

/** Checks whether a field applies. An id applies only in the cases that require it. */
function applies(field: Field, values: Values): boolean {
  const needed = field.type === 'id' && field.required !== true ? field.required : undefined
  const when = field.when ?? needed
  return when === undefined || holds(when, values)
}

/** Forms send the default of a field that does not apply, so that needs no warning. */
function isTold(field: Field | undefined, value: unknown): boolean {
  return (
    field !== undefined &&
    !isBlank(field, value) &&
    !('default' in field && field.default === value)
  )
}

/** Renames the given values to the names of the fields: flat, without aliases. */
export function underOwnNames(
  fields: Fields,
  given: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const named = unfolded(Object.keys(fields), given)
  for (const [name, { also = [] }] of Object.entries(fields)) {
    const other = also.find(each => isGiven(given[each]))
    if (!isGiven(named[name]) && other !== undefined) named[name] = given[other]
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
    if (!isGiven(named[first])) named[first] = value
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Takes a typed flag only if it is lower than the choice: more must be chosen by its price. */
function takeTyped(fields: Fields, values: Record<string, Json>, wrong: ReadonlySet<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.type !== 'choice' || field.typed === undefined || wrong.has(name)) continue
    const read = readOption(field, typedValue(values[field.typed.in], field.typed.flags))
    if ('value' in read && Number(read.value) < Number(values[name] ?? field.default))
      values[name] = read.value
  }
}

/** Fills in missing values. Derived ones see given values and the defaults of earlier fields. */
function fillIn(fields: Fields, values: Record<string, Json>, wrong: ReadonlySet<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(values, name) || wrong.has(name)) continue
    const derived = field.derived?.find(each => holds(each.when, values))
    if (derived !== undefined) values[name] = derived.value
    else if ('default' in field && field.default !== undefined) values[name] = field.default
  }
}

function missing(
  fields: Fields,
  values: Values,
  left: ReadonlySet<string>,
  wrong: ReadonlySet<string>
): FieldIssue[] {
  const needed = (required: true | Condition | undefined): boolean =>
    required === true || (required !== undefined && holds(required, values))
  return Object.entries(fields)
    .filter(
      ([name, { required }]) =>
        !left.has(name) && !wrong.has(name) && needed(required) && !isGiven(values[name])
    )
    .map(([name]) => ({ field: name, code: 'required' as const }))
}

/** Returns how values break a limit; null if they do not. */
function codeOf(
  { when, field, options, min, max, above }: Limit,
  declared: Field | undefined,
  values: Values
): IssueCode | null {
  const value = values[field]
  if (!isGiven(value) || !holds(when, values)) return null
  if (options !== undefined)
    return options.includes(value as string | number) ? null : 'not_allowed'
  if (above !== undefined)
    return Number(value) > Number(values[above] ?? -Infinity) ? null : 'too_small'
  if (min === undefined && max === undefined) return 'not_together'
  const isText = declared?.type === 'text'
  const sizes = isText ? [lengthOf(String(value))] : sizesOf(value)
  if (sizes.some(size => size < (min ?? -Infinity))) return 'too_small'
  if (!sizes.some(size => size > (max ?? Infinity))) return null
  return isText ? 'too_long' : Array.isArray(value) ? 'too_many' : 'too_large'
}

function sizesOf(value: Json | undefined): number[] {
  if (typeof value === 'number') return [value]
  return sidesOf(value) ?? [(value as string | Json[]).length]
}

/** Returns the width and height of `1024x768`. */
function sidesOf(value: unknown): number[] | null {
  const [, ...sides] = (typeof value === 'string' && /^(\d{1,5})[x×](\d{1,5})$/i.exec(value)) || []
  return sides.length === 2 ? sides.map(Number) : null
}

function onePerField(issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.filter(
    (issue, index) => issues.findIndex(other => other.field === issue.field) === index
  )
}

type Read = { value: Json } | { issue: IssueCode }

function readValue(field: Field, given: unknown): Read {
  switch (field.type) {
    case 'text':
      // Half a surrogate pair would not survive a database, so it is replaced.
      return typeof given === 'string'
        ? within(given.toWellFormed(), field.max)
        : { issue: 'wrong_type' }
    case 'id':
      return readIds(field, given)
    case 'choice':
      return readChoice(field, given)
    case 'number':
      return readNumber(field, given)
    case 'switch':
      return typeof given === 'boolean' ? { value: given } : { issue: 'wrong_type' }
    case 'file':
      return readFiles(field, given)
  }
}

function within(text: string, max: number): Read {
  // No character has more than two units, so a far longer text need not be counted.
  return text.length <= max * 2 && lengthOf(text) <= max ? { value: text } : { issue: 'too_long' }
}

/** Counts code points, so that a simple emoji is one character. */
function lengthOf(text: string): number {
  return [...text].length
}

function readChoice(field: ChoiceField, given: unknown): Read {
  if (field.max === undefined) return readOption(field, given)
  const all = [given].flat().map(each => readOption(field, each))
  const wrong = all.find(each => 'issue' in each)
  const chosen = new Set(all.flatMap(each => ('value' in each ? [each.value] : [])))
  return wrong ?? (chosen.size > field.max ? { issue: 'too_many' } : { value: [...chosen] })
}

/** Some clients send numbers as text, and text as numbers. */
function readOption({ options, renamed = {}, pixels }: ChoiceField, given: unknown): Read {
  if (typeof given !== 'string' && typeof given !== 'number') return { issue: 'wrong_type' }
  const sides = pixels === undefined ? null : sidesOf(given)
  if (pixels !== undefined && sides !== null) return readSides(pixels, sides)
  const wanted = renamed[String(given)] ?? given
  const found = options.find(option => String(option) === String(wanted))
  return found === undefined ? { issue: 'not_allowed' } : { value: found }
}

function readSides(
  { min, max, step }: NonNullable<ChoiceField['pixels']>,
  sides: readonly number[]
): Read {
  if (sides.some(side => side < min)) return { issue: 'too_small' }
  if (sides.some(side => side > max)) return { issue: 'too_large' }
  return sides.every(side => side % step === 0) ? { value: sides.join('x') } : { issue: 'invalid' }
}

function readNumber({ min, max, step }: NumberField, given: unknown): Read {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof value !== 'number' || !Number.isFinite(value)) return { issue: 'wrong_type' }
  if (value < min) return { issue: 'too_small' }
  if (value > max) return { issue: 'too_large' }
  const steps = step === undefined ? 0 : (value - min) / step
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? { issue: 'invalid' } : { value }
}

/** Accepts numbers too, since some vendors number their results. */
function readIds({ max = 1 }: IdField, given: unknown): Read {
  const listed: unknown[] = Array.isArray(given) ? given.filter(isGiven) : [given]
  const all = listed.map(each => (Number.isSafeInteger(each) ? String(each) : each))
  if (!all.every(each => typeof each === 'string')) return { issue: 'wrong_type' }
  if (all.length > max) return { issue: 'too_many' }
  if (all.some(each => each.length > 100)) return { issue: 'too_long' }
  return { value: max > 1 ? all : (all[0] ?? '') }
}

function readFiles({ max, list, key }: FileField, given: unknown): Read {
  const listed: unknown[] = Array.isArray(given) ? given.filter(isGiven) : [given]
  const all = listed.map(each => (key !== undefined && isObject(each) ? each[key] : each))
  if (!all.every(each => typeof each === 'string')) return { issue: 'wrong_type' }
  if (all.length > max) return { issue: 'too_many' }
  if (!all.every(isWebAddress)) return { issue: 'invalid' }
  return { value: max > 1 || list ? all : (all[0] ?? '') }
}

function isWebAddress(text: string): boolean {
  return text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
