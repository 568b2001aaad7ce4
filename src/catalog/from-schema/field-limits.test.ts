import { describe, expect, test } from 'vitest'
import { numberField } from '#catalog/from-schema/field-limits.ts'
import type { Json } from '#core/json.ts'

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
