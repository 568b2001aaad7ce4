import type { Condition } from '#core/condition.ts'
import { optionAliases, type Field, type Fields } from '#core/field.ts'
import { isRecord, type Json } from '#core/json.ts'

/**
 * Translates conditions into JsonLogic that reads a form in the state that clients send. The form
 * may lack a field that has a default or is derived from others. It may also contain a field that
 * is not used, because the field's `when` is false.
 */
export type FormLogic = {
  /** Builds the condition that all of these are true; true for an empty list. */
  all(conditions: readonly Json[]): Json
  holds(condition: Condition): Json
  /** Builds the condition that a field is used and has this value. */
  is(name: string, value: Json): Json
  /** Builds the condition that a field is not used, or has no value. */
  isNothing(name: string): Json
}

/**
 * The way in which a condition reads fields. Fields before index `before` fall back to their
 * default or derived value; the others are read as sent. With `counted`, a field whose `when` is
 * false has no value.
 */
type Seen = { before: number; counted: boolean }

export function formLogic(fields: Fields): FormLogic {
  const conditions = new FormConditions(fields)
  const { all } = conditions
  return {
    all: and,
    holds: condition => conditions.holds(condition, all),
    is: (name, value) => conditions.is(name, value, all),
    isNothing: name => not(conditions.isSome(name, all))
  }
}

class FormConditions {
  /** Reads all fields with their defaults and conditions. */
  readonly all: Seen
  readonly #fields: Fields
  readonly #order: readonly string[]

  constructor(fields: Fields) {
    this.#fields = fields
    this.#order = Object.keys(fields)
    this.all = { before: this.#order.length, counted: true }
  }

  holds(condition: Condition, seen: Seen): Json {
    if ('all' in condition) return and(condition.all.map(each => this.holds(each, seen)))
    if ('any' in condition) return or(condition.any.map(each => this.holds(each, seen)))
    if ('not' in condition) return not(this.holds(condition.not, seen))
    const { field } = condition
    if ('is' in condition) return this.is(field, condition.is, seen)
    if ('has' in condition) return { in: [condition.has, { var: field }] }
    if ('in' in condition) return or(condition.in.map(value => this.is(field, value, seen)))
    return condition.given ? this.isSome(field, seen) : not(this.isSome(field, seen))
  }

  is(name: string, value: Json, seen: Seen): Json {
    const field = this.#fields[name]
    if (field === undefined) return false
    const sent = or(spellings(field, value).map(each => ({ '==': [{ var: name }, each] })))
    const given = isGiven(name, field)
    // A value that equals neither an empty text nor null is given.
    const whole = or([
      value ? sent : and([given, sent]),
      and([not(given), this.#usual(name, seen, each => each === value)])
    ])
    return and([this.#counts(field, seen), whole])
  }

  isSome(name: string, seen: Seen): Json {
    const field = this.#fields[name]
    if (field === undefined) return false
    const usual = this.#usual(name, seen, each => each !== undefined && each !== '')
    return and([this.#counts(field, seen), or([isGiven(name, field), usual])])
  }

  /**
   * Returns the condition that the default or derived value of a field satisfies `isSuch`. This
   * value counts when the client omits the field.
   */
  #usual(name: string, { before }: Seen, isSuch: (value: Json | undefined) => boolean): Json {
    const field = this.#fields[name]
    const at = this.#order.indexOf(name)
    if (field === undefined || at >= before) return isSuch(undefined)
    const last: Json = isSuch('default' in field ? field.default : undefined)
    return (field.derived ?? []).reduceRight<Json>((rest, { when, value }) => {
      const now = this.holds(when, { before: at, counted: false })
      return or([and([now, isSuch(value)]), and([not(now), rest])])
    }, last)
  }

  #counts({ when }: Field, { counted }: Seen): Json {
    return when === undefined || !counted ? true : this.holds(when, { ...this.all, counted: false })
  }
}

/**
 * Returns every spelling of a value that clients may send: the value itself and its other names.
 */
function spellings(field: Field, value: Json): Json[] {
  const others = field.type === 'choice' ? Object.entries(optionAliases(field)) : []
  return [value, ...others.filter(([, own]) => own === value).map(([other]) => other)]
}

/**
 * Returns the condition that a field is given. Empty texts and lists are not given; zero and false
 * are.
 */
function isGiven(name: string, { type }: Field): Json {
  const value: Json = { var: name }
  return ['text', 'file', 'id'].includes(type)
    ? { '!!': [value] }
    : not({ in: [value, [null, '']] })
}

function and(parts: readonly Json[]): Json {
  const open = flat('and', parts).filter(part => part !== true)
  if (open.includes(false)) return false
  return open.length === 0 ? true : open.length === 1 ? (open[0] ?? true) : { and: open }
}

function or(parts: readonly Json[]): Json {
  const open = flat('or', parts).filter(part => part !== false)
  if (open.includes(true)) return true
  return open.length === 0 ? false : open.length === 1 ? (open[0] ?? false) : { or: open }
}

function not(part: Json): Json {
  if (typeof part === 'boolean') return !part
  const [inner] = partsOf('!', part)
  return inner ?? { '!': [part] }
}

/**
 * Merges nested parts with the same operator, and removes duplicates, since estimates repeat the
 * same conditions.
 */
function flat(operator: 'and' | 'or', parts: readonly Json[]): Json[] {
  const all = parts.flatMap(part => {
    const inner = partsOf(operator, part)
    return inner.length > 0 ? inner : [part]
  })
  return [...new Map(all.map(part => [JSON.stringify(part), part])).values()]
}

function partsOf(operator: string, part: Json): readonly Json[] {
  const inner = isRecord(part) ? part[operator] : undefined
  return Array.isArray(inner) ? (inner as Json[]) : []
}
