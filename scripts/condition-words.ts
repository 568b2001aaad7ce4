import type { Condition } from '#core/condition.ts'
import type { Json } from '#core/json.ts'

/** Writes a condition as words and Markdown code. */
export function saidOf(condition: Condition): string {
  if ('all' in condition) return condition.all.map(grouped).join(' and ')
  if ('any' in condition) return condition.any.map(grouped).join(' or ')
  if ('not' in condition) return negated(condition.not)
  if ('given' in condition)
    return `${code(condition.field)} is ${condition.given ? '' : 'not '}given`
  if ('has' in condition) return `${code(condition.field)} has ${code(condition.has)}`
  return `${code(condition.field)} is ${values('is' in condition ? [condition.is] : condition.in)}`
}

function negated(condition: Condition): string {
  if ('is' in condition) return `${code(condition.field)} is not ${values([condition.is])}`
  if ('in' in condition) return `${code(condition.field)} is not ${values(condition.in)}`
  if ('given' in condition) return saidOf({ field: condition.field, given: !condition.given })
  return 'not' in condition ? saidOf(condition.not) : `not (${saidOf(condition)})`
}

/** Writes a condition as a part of a longer sentence. */
export function grouped(condition: Condition): string {
  return 'any' in condition ? `(${saidOf(condition)})` : saidOf(condition)
}

function values(all: readonly Json[]): string {
  return all.map(code).join(' or ')
}

/** Writes a value as Markdown code. */
export function code(value: Json): string {
  return `\`${String(value)}\``
}
