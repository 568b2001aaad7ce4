import { holds, isGiven, type Condition, type Values } from '#core/condition.ts'
import type { ChoiceField, Field, Fields, FileField, IssueCode, Limit, NumberField } from '#core/field.ts'
import type { Json } from '#core/json.ts'

export type FieldIssue = { field: string; code: IssueCode }

export type Checked = {
  /** Complete: defaults and derived values filled in, what does not apply left out. */
  values: Record<string, Json>
  /** In the order of the fields; empty when the values may be used. */
  issues: FieldIssue[]
  /** Fields that were given and left out: unknown ones, and those that do not apply. */
  warnings: string[]
}

/**
 * Reads what a person or a client gave for some fields; the one reader on both sides. Nothing is clamped: what is out
 * of range is an issue that names its field.
 * @param known names that are no fields and yet mean something, such as `callback_url`
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
    if (!isGiven(named[name])) continue
    const read = readValue(field, named[name])
    // What is wrong is given all the same: what follows from its being there does not change.
    values[name] = 'issue' in read ? (named[name] as Json) : read.value
    if ('issue' in read) issues.push({ field: name, code: read.issue })
  }
  const wrong = new Set(issues.map(issue => issue.field))
  fillIn(fields, values, wrong)
  const idle = Object.entries(fields).filter(([, field]) => field.when !== undefined && !holds(field.when, values))
  for (const [name] of idle) delete values[name]
  const left = new Set(idle.map(([name]) => name))
  const refused = [
    ...issues.filter(issue => !left.has(issue.field)),
    ...missing(fields, values, left, wrong),
    ...limits.filter(limit => !wrong.has(limit.field) && breaks(limit, values)).map(limit => ({ field: limit.field, code: codeOf(limit) }))
  ]
  const order = Object.keys(fields)
  const unknown = Object.keys(named).filter(name => !Object.hasOwn(fields, name) && !known.includes(name))
  return {
    values,
    issues: onePerField(refused).toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)),
    warnings: [...unknown, ...idle.map(([name]) => name).filter(name => isTold(fields[name], named[name]))]
  }
}

/** A field that does not apply and has only its default, as forms send it, is not worth a word. */
function isTold(field: Field | undefined, value: unknown): boolean {
  return isGiven(value) && !(field !== undefined && 'default' in field && field.default === value)
}

function underOwnNames(fields: Fields, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = { ...given }
  for (const [name, { also = [] }] of Object.entries(fields)) {
    const other = also.find(each => isGiven(given[each]))
    if (!isGiven(named[name]) && other !== undefined) named[name] = given[other]
    for (const each of also) delete named[each]
  }
  return named
}

/** Derived values see what was given, and defaults of fields before them. */
function fillIn(fields: Fields, values: Record<string, Json>, wrong: ReadonlySet<string>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(values, name) || wrong.has(name)) continue
    const derived = field.derived?.find(each => holds(each.when, values))
    if (derived !== undefined) values[name] = derived.value
    else if ('default' in field && field.default !== undefined) values[name] = field.default
  }
}

function missing(fields: Fields, values: Values, left: ReadonlySet<string>, wrong: ReadonlySet<string>): FieldIssue[] {
  const needed = (required: true | Condition | undefined): boolean =>
    required === true || (required !== undefined && holds(required, values))
  return Object.entries(fields)
    .filter(([name, { required }]) => !left.has(name) && !wrong.has(name) && needed(required) && !isGiven(values[name]))
    .map(([name]) => ({ field: name, code: 'required' as const }))
}

function breaks(limit: Limit, values: Values): boolean {
  const value = values[limit.field]
  if (!isGiven(value) || !holds(limit.when, values)) return false
  if (limit.options !== undefined) return !limit.options.includes(value as string | number)
  if (limit.min === undefined && limit.max === undefined) return true
  const size = typeof value === 'number' ? value : (value as string | Json[]).length
  return size < (limit.min ?? -Infinity) || size > (limit.max ?? Infinity)
}

function codeOf({ options, min, max }: Limit): IssueCode {
  if (options !== undefined) return 'not_allowed'
  return min === undefined && max === undefined ? 'not_together' : 'too_large'
}

function onePerField(issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.filter((issue, index) => issues.findIndex(other => other.field === issue.field) === index)
}

type Read = { value: Json } | { issue: IssueCode }

function readValue(field: Field, given: unknown): Read {
  switch (field.type) {
    case 'text':
      return typeof given === 'string' ? within(given, field.max) : { issue: 'wrong_type' }
    case 'id':
      return typeof given === 'string' ? within(given, 100) : { issue: 'wrong_type' }
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
  // Counted as a reader counts them: an emoji is one.
  return [...text].length <= max ? { value: text } : { issue: 'too_long' }
}

/** Numbers come as texts from some clients, and the other way round. */
function readChoice({ options, renamed = {} }: ChoiceField, given: unknown): Read {
  if (typeof given !== 'string' && typeof given !== 'number') return { issue: 'wrong_type' }
  const wanted = renamed[String(given)] ?? given
  const found = options.find(option => String(option) === String(wanted))
  return found === undefined ? { issue: 'not_allowed' } : { value: found }
}

function readNumber({ min, max, step }: NumberField, given: unknown): Read {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof value !== 'number' || !Number.isFinite(value)) return { issue: 'wrong_type' }
  if (value < min) return { issue: 'too_small' }
  if (value > max) return { issue: 'too_large' }
  const steps = step === undefined ? 0 : (value - min) / step
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? { issue: 'invalid' } : { value }
}

function readFiles({ max, list }: FileField, given: unknown): Read {
  const all: unknown[] = Array.isArray(given) ? given.filter(isGiven) : [given]
  if (!all.every(each => typeof each === 'string')) return { issue: 'wrong_type' }
  if (all.length > max) return { issue: 'too_many' }
  if (!all.every(isWebAddress)) return { issue: 'invalid' }
  return { value: max > 1 || list ? all : (all[0] ?? '') }
}

function isWebAddress(text: string): boolean {
  return text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
