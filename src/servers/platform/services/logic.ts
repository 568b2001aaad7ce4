import type { Condition } from '#core/condition.ts'
import type { Field, Fields } from '#core/field.ts'
import type { Json } from '#core/json.ts'

/**
 * Translates conditions into JsonLogic that reads a form as the client sends it. The form may omit
 * a field that has a default or is derived from others. It may also hold a field that does not
 * count, because the field's `when` is false.
 */
export type FormLogic = {
  holds(condition: Condition): Json
  /** The condition that a field counts and has this value. */
  is(name: string, value: Json): Json
  /** The condition that a field does not count, or has no value. */
  isNothing(name: string): Json
}

/**
 * How a condition reads fields. Fields before index `before` fall back to their default or derived
 * value; the others are read as sent. With `counted`, a field whose `when` is false has no value.
 */
type Seen = { before: number; counted: boolean }

export function formLogic(fields: Fields): FormLogic {
  const order = Object.keys(fields)
  const all: Seen = { before: order.length, counted: true }

  function holds(condition: Condition, seen: Seen): Json {
    if ('all' in condition) return and(condition.all.map(each => holds(each, seen)))
    if ('any' in condition) return or(condition.any.map(each => holds(each, seen)))
    if ('not' in condition) return not(holds(condition.not, seen))
    const { field } = condition
    if ('is' in condition) return is(field, condition.is, seen)
    if ('has' in condition) return { in: [condition.has, { var: field }] }
    if ('in' in condition) return or(condition.in.map(value => is(field, value, seen)))
    return condition.given ? isSome(field, seen) : not(isSome(field, seen))
  }

  function is(name: string, value: Json, seen: Seen): Json {
    const field = fields[name]
    if (field === undefined) return false
    const sent = or(spellings(field, value).map(each => ({ '==': [{ var: name }, each] })))
    const whole = or([
      and([isGiven(name, field), sent]),
      and([not(isGiven(name, field)), usual(name, field, seen, each => each === value)])
    ])
    return and([counts(field, seen), whole])
  }

  function isSome(name: string, seen: Seen): Json {
    const field = fields[name]
    if (field === undefined) return false
    return and([
      counts(field, seen),
      or([
        isGiven(name, field),
        usual(name, field, seen, each => each !== undefined && each !== '')
      ])
    ])
  }

  /**
   * Returns the condition that the default or derived value of a field, used when the client omits
   * it, satisfies `isSuch`.
   */
  function usual(
    name: string,
    field: Field,
    { before }: Seen,
    isSuch: (value: Json | undefined) => boolean
  ): Json {
    const at = order.indexOf(name)
    if (at >= before) return isSuch(undefined)
    const last: Json = isSuch('default' in field ? field.default : undefined)
    return (field.derived ?? []).reduceRight<Json>((rest, { when, value }) => {
      const now = holds(when, { before: at, counted: false })
      return or([and([now, isSuch(value)]), and([not(now), rest])])
    }, last)
  }

  function counts({ when }: Field, { counted }: Seen): Json {
    return when === undefined || !counted ? true : holds(when, { ...all, counted: false })
  }

  return {
    holds: condition => holds(condition, all),
    is: (name, value) => is(name, value, all),
    isNothing: name => not(isSome(name, all))
  }
}

/**
 * Returns every spelling of a value that clients may send: the value itself and its other names.
 */
function spellings(field: Field, value: Json): Json[] {
  const renamed = field.type === 'choice' ? Object.entries(field.renamed ?? {}) : []
  return [value, ...renamed.filter(([, own]) => own === value).map(([other]) => other)]
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
  if (parts.includes(false)) return false
  const open = parts.filter(part => part !== true)
  return open.length === 0 ? true : open.length === 1 ? (open[0] ?? true) : { and: open }
}

function or(parts: readonly Json[]): Json {
  if (parts.includes(true)) return true
  const open = parts.filter(part => part !== false)
  return open.length === 0 ? false : open.length === 1 ? (open[0] ?? false) : { or: open }
}

function not(part: Json): Json {
  return typeof part === 'boolean' ? !part : { '!': [part] }
}
