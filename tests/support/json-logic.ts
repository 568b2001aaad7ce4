import type { Json } from '#core/json.ts'

type Form = Readonly<Record<string, unknown>>

/** Price that clients of the contract show beside their button: the first rule that holds for their form; 0 for none. */
export function consumptionOf(rules: unknown, form: Form): number {
  const listed = rules as readonly { conditions: Json; consumption: number }[]
  return listed.find(({ conditions }) => isTrue(holds(conditions, form)))?.consumption ?? 0
}

/** As much of JsonLogic as price lists are written in. */
function holds(logic: Json, form: Form): unknown {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return logic
  const [[name, given]] = Object.entries(logic) as [[string, Json]]
  if (name === 'var')
    return (
      String(given)
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], form) ?? null
    )
  const values = (Array.isArray(given) ? given : [given]).map(each => holds(each, form))
  if (name === 'and') return values.every(isTrue)
  if (name === 'or') return values.some(isTrue)
  if (name === '!' || name === '!!') return isTrue(values[0]) === (name === '!!')
  const [left, right] = values
  // Alike as `==` has it: a number may be written as a text.
  if (name === '==') return left === right || (left !== null && right !== null && String(left) === String(right))
  return Array.isArray(right) && right.includes(left)
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
