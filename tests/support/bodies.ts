import { fc } from './property.ts'
import { evaluateCondition, hasValue, type FieldValues } from '#core/condition.ts'
import type { Field, IssueCode, FieldLimit } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { Action } from '#core/service.ts'

export type Body = Record<string, Json>

const address = fc.nat().map(at => `https://files.example/${at}`)
/** A text of spaces alone would count as not given. */
const text = (max: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: Math.min(max, 40) })
    .filter(each => each.trim() !== '')
const listOf = (each: fc.Arbitrary<string>, max: number): fc.Arbitrary<string[]> =>
  fc.array(each, { minLength: 1, maxLength: max })

/** Generates valid values of one field. */
function valueOf(field: Field): fc.Arbitrary<Json> {
  switch (field.type) {
    case 'text':
      return text(field.max)
    case 'id':
      return field.max === undefined ? fc.uuid() : listOf(fc.uuid(), field.max)
    case 'choice': {
      const { pixels, max } = field
      if (max !== undefined)
        return fc.uniqueArray(fc.constantFrom(...field.options), { minLength: 1, maxLength: max })
      if (pixels === undefined) return fc.constantFrom(...field.options)
      const side = fc
        .integer({ min: pixels.min / pixels.step, max: pixels.max / pixels.step })
        .map(steps => steps * pixels.step)
      return fc.oneof(
        fc.constantFrom(...field.options),
        fc.tuple(side, side).map(sides => sides.join('x'))
      )
    }
    case 'number': {
      const { min, max, step } = field
      if (step === undefined) return fc.double({ min, max, noNaN: true }).map(number => number + 0)
      return fc
        .integer({ min: 0, max: Math.floor((max - min) / step + 1e-9) })
        .map(steps => min + steps * step)
    }
    case 'switch':
      return fc.boolean()
    case 'file':
      return field.max > 1 || field.list ? listOf(address, field.max) : address
  }
}

/**
 * Computes the values that apply: those of the body, defaults and derived ones. This is a second
 * implementation on purpose, as a check on the real one.
 */
export function complete({ fields }: Pick<Action, 'fields'>, body: Body): Body {
  const whole: Body = { ...body }
  for (const [name, field] of Object.entries(fields)) {
    if (hasValue(whole[name])) continue
    const derived = field.derived?.find(({ when }) => evaluateCondition(when, whole))?.value
    const usual = derived ?? ('default' in field ? field.default : undefined)
    if (usual !== undefined) whole[name] = usual
  }
  return Object.fromEntries(Object.entries(whole).filter(([name]) => applies(fields[name], whole)))
}

function applies(field: Field | undefined, whole: FieldValues): boolean {
  const needed =
    field?.type === 'id' && typeof field.required === 'object' ? field.required : undefined
  const when = field?.when ?? needed
  return when === undefined || evaluateCondition(when, whole)
}

/** Tells whether a field is required and missing. */
function isMissing({ fields }: Pick<Action, 'fields'>, name: string, body: Body): boolean {
  const values = complete({ fields }, body)
  const field = fields[name]
  const whole = { ...body, ...values }
  if (field?.required === undefined || hasValue(values[name]) || !applies(field, whole))
    return false
  return field.required === true || evaluateCondition(field.required, values)
}

function broken(limit: FieldLimit, values: Body): boolean {
  const value = values[limit.field]
  if (value === undefined || !evaluateCondition(limit.when, values)) return false
  if (limit.options !== undefined) return !limit.options.includes(value as string)
  if (limit.above !== undefined) return Number(value) <= Number(values[limit.above] ?? -1e9)
  if (limit.min === undefined && limit.max === undefined) return true
  const sizes =
    typeof value === 'number'
      ? [value]
      : typeof value === 'string' && /^\d+x\d+$/.test(value)
        ? value.split('x').map(Number)
        : [(value as string).length]
  return sizes.some(size => size < (limit.min ?? 0) || size > (limit.max ?? Infinity))
}

/**
 * Changes values that break a limit and adds missing ones until the body is valid.
 * @returns null if that does not succeed in 30 rounds
 */
function settle(action: Action, given: Body, spare: Body, pick: number): Body | null {
  const body = { ...given }
  for (let round = 0; round < 30; round++) {
    const limit = action.limits?.find(each => broken(each, complete(action, body)))
    const missing = Object.keys(action.fields).find(name => isMissing(action, name, body))
    if (limit === undefined && missing === undefined) return body
    if (missing !== undefined) body[missing] = spare[missing] ?? null
    else if (limit?.options !== undefined)
      body[limit.field] = limit.options[(pick + round) % limit.options.length] ?? null
    else if (limit?.above !== undefined) body[limit.above] = Number(body[limit.field]) / 2 - 1e-3
    else if (limit?.min !== undefined && limit.max === undefined) body[limit.field] = ['a', 'b']
    else delete body[limit?.field ?? '']
    // The lower field cannot become negative, so both start again at 0 and 1.
    if (limit?.above !== undefined && Number(body[limit.above]) < 0)
      Object.assign(body, { [limit.above]: 0, [limit.field]: 1 })
  }
  return null
}

/** Generates bodies that an action accepts, with any selection of its fields. */
export function validBody(action: Action): fc.Arbitrary<Body> {
  const values = Object.fromEntries(
    Object.entries(action.fields).map(([name, field]) => [name, valueOf(field)])
  )
  const some = fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Body>
  const all = fc.record(values) as fc.Arbitrary<Body>
  return fc
    .tuple(some, all, fc.nat())
    .map(([given, spare, pick]) => settle(action, given, spare, pick))
    .filter(body => body !== null)
}

/** Returns invalid values of one field, each with its issue code. */
function wrongFor(field: Field): (readonly [Json, IssueCode])[] {
  switch (field.type) {
    case 'text':
      return [
        ['x'.repeat(field.max + 1), 'too_long'],
        [7, 'wrong_type']
      ]
    case 'id':
      return [
        ['x'.repeat(101), 'too_long'],
        [{}, 'wrong_type'],
        [Array.from({ length: (field.max ?? 1) + 1 }, () => 'a'), 'too_many']
      ]
    case 'choice':
      return [
        ['no such thing', 'not_allowed'],
        [true, 'wrong_type'],
        ...(field.max === undefined
          ? []
          : [[field.options.slice(0, field.max + 1), 'too_many'] as const])
      ]
    case 'number':
      return [
        [field.max + 1, 'too_large'],
        [field.min - 1, 'too_small'],
        ['many', 'wrong_type'],
        ...(field.step === undefined ? [] : [[field.min + field.step / 2, 'invalid'] as const])
      ]
    case 'switch':
      return [['yes', 'wrong_type']]
    case 'file':
      return [
        ['javascript:alert(1)', 'invalid'],
        [7, 'wrong_type'],
        [
          Array.from({ length: field.max + 1 }, (_, at) => `https://files.example/${at}`),
          'too_many'
        ]
      ]
  }
}

/** Generates bodies with one wrong field, and the issue that it causes. */
export function invalidBody(
  action: Action
): fc.Arbitrary<{ body: Body; field: string; code: IssueCode }> {
  return fc
    .tuple(validBody(action), fc.nat(), fc.nat())
    .map(([valid, which, how]) => {
      // Whether a field applies may depend on its own value.
      const isAsked = (field: Field, body: Body): boolean =>
        applies(field, { ...body, ...complete(action, body) })
      const choices = Object.entries(action.fields).flatMap(([name, field]) => {
        const { [name]: _, ...without } = valid
        const missing = isMissing(action, name, without)
          ? [{ body: without, field: name, code: 'required' as const }]
          : []
        const wrong = wrongFor(field)
          .map(([value, code]) => ({ body: { ...valid, [name]: value }, field: name, code }))
          .filter(({ body }) => isAsked(field, valid) && isAsked(field, body))
        return [[...missing, ...wrong]].filter(each => each.length > 0)
      })
      const ways = choices[which % choices.length] ?? []
      return ways[how % ways.length]
    })
    .filter(found => found !== undefined)
}
