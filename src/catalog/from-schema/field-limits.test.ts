import { describe, expect, test } from 'vitest'
import { numberField } from '#catalog/from-schema/field-limits.ts'
import { serviceFromSchema } from '#catalog/from-schema/from-schema.ts'
import { readForm } from '#core/form.ts'
import type { Json } from '#core/json.ts'
import { declareOwnService, type OwnServiceSpec } from '#core/own-service.ts'
import { quoteOf } from '#core/price.ts'
import { falSchema } from '../../../tests/support/vendor-schemas.ts'

describe('a bound of a number', () => {
  const boundsOf = (node: Record<string, Json>): number[] => {
    const { min, max } = numberField('n', node)
    return [min, max]
  }
  test.each<[string, Record<string, Json>, number[]]>([
    ['a boolean, as in OpenAPI 3.0', { exclusiveMinimum: true, exclusiveMaximum: true }, [1, 9]],
    ['false', { exclusiveMinimum: false, exclusiveMaximum: false }, [0, 10]],
    ['a number, as in OpenAPI 3.1', { exclusiveMinimum: 2, exclusiveMaximum: 8 }, [3, 7]],
    ['a wider number', { exclusiveMinimum: -5, exclusiveMaximum: 50 }, [0, 10]]
  ])('may be excluded by %s', (_, excluded, bounds) => {
    expect(boundsOf({ type: 'integer', minimum: 0, maximum: 10, ...excluded })).toEqual(bounds)
  })
  test('that is excluded is one step away', () => {
    const node = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 }
    expect(boundsOf({ ...node, multipleOf: 0.1 })).toEqual([0.1, 1])
    expect(boundsOf({ ...node, minimum: 0.2, multipleOf: 0.1 })).toEqual([0.3, 1])
    expect(boundsOf(node)).toEqual([0, 1])
  })
  test('needs another value inside', () => {
    const node = { type: 'integer', minimum: 1, maximum: 1, exclusiveMaximum: true }
    expect(() => numberField('n', node)).toThrow('n: bad_range')
  })
})

describe('the field by which a proposed price is multiplied', () => {
  const made = (duration: Json, required = false): OwnServiceSpec =>
    serviceFromSchema(
      falSchema(
        { prompt: { type: 'string' }, duration },
        ['prompt', ...(required ? ['duration'] : [])],
        { video: { $ref: '#/components/schemas/File' } }
      )
    )
  const durationOf = ({ fields }: OwnServiceSpec) => fields.find(each => each.name === 'duration')
  const whole = { type: 'integer', maximum: 10 }

  test('is required and above zero, and keeps what the schema says', () => {
    const spec = made(whole)
    expect(spec.price).toMatchObject({ times: 'duration', per: 5 })
    const original = { type: 'number', min: 0, max: 10, step: 1, unit: 'seconds' }
    expect(durationOf(spec)).toMatchObject({
      field: { ...original, min: 1, required: true },
      original: { ...original, more: true }
    })
    expect(durationOf(spec)?.field.more).toBeUndefined()
  })
  test('stays optional with a default', () => {
    const { field, original } = durationOf(made({ ...whole, default: 5 })) ?? {}
    expect([field?.required, original]).toEqual([undefined, expect.objectContaining({ min: 0 })])
    const bounded = made({ ...whole, minimum: 2 }, true)
    expect(durationOf(bounded)?.original).toBeUndefined()
  })
  test('is not one whose default is zero', () => {
    const spec = made({ ...whole, default: 0 })
    expect(spec.price).toMatchObject({ times: null, per: 1 })
    expect(durationOf(spec)?.field).toMatchObject({ min: 0, default: 0 })
  })
})

test('an older tool whose counted field may be zero or missing charges its whole price then', () => {
  const spec = serviceFromSchema(
    falSchema({ prompt: { type: 'string' }, seconds: { type: 'integer' } }, ['prompt'])
  )
  const price = { credits: 4, times: 'seconds', per: 5 }
  const { actions = {} } = declareOwnService({ ...spec, price, id: 'x-a', serviceId: 'b' })
  const [action = expect.fail('it has an action')] = Object.values(actions)
  const quoted = (form: Record<string, Json>): number =>
    quoteOf(action.price, readForm(action, { prompt: 'A fox', ...form }).values).micro
  const forms: Record<string, Json>[] = [{}, { seconds: 0 }, { seconds: 5 }, { seconds: 10 }]
  expect(forms.map(quoted)).toEqual([4_000_000, 4_000_000, 4_000_000, 8_000_000])
})
