import type { Json } from '#core/json.ts'

type Form = Readonly<Record<string, unknown>>

/**
 * Computes the price that API clients show beside their button: the price of the first matching
 * rule; 0 if none matches.
 */
export function consumptionOf(rules: unknown, form: Form): number {
  const listed = rules as readonly { conditions: Json; consumption: number }[]
  return listed.find(({ conditions }) => isTrue(holds(conditions, form)))?.consumption ?? 0
}

/** Evaluates the part of JsonLogic that price lists use. */
function holds(logic: Json, form: Form): unknown {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return logic
  const [[name, given]] = Object.entries(logic) as [[string, Json]]
  if (name === 'var')
    return (
      String(given)
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form) ??
      null
    )
  const values = (Array.isArray(given) ? given : [given]).map(each => holds(each, form))
  if (name === 'and') return values.every(isTrue)
  if (name === 'or') return values.some(isTrue)
  if (name === '!' || name === '!!') return isTrue(values[0]) === (name === '!!')
  const [left, right] = values
  // Compares like `==` in JavaScript: a number may be written as text.
  if (name === '==')
    return left === right || (left !== null && right !== null && String(left) === String(right))
  return Array.isArray(right) && right.includes(left)
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
