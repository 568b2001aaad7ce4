import { describe, expect, test } from 'vitest'
import { groupFlex, interleaveKinds, pictureRows, croppedRatio } from '#core/picture-rows.ts'

/** Returns the rows of pictures with these ratios, as ratios. */
function rowsOf(ratios: readonly number[]): number[][][] {
  const items = ratios.map(ratio => ({ width: ratio * 1000, height: 1000 }))
  return pictureRows(items, 2.2).map(row => row.map(group => group.map(croppedRatio)))
}
const sumOf = (group: readonly number[]): number => group.reduce((sum, each) => sum + each, 0)

describe('rows of pictures', () => {
  test.each([
    [[], []],
    [[1], [[[1]]]],
    [[1, 1], [[[1], [1]]]],
    [[1, 1, 1.78], [[[1, 1], [1.78]]]],
    [
      [1, 1, 1, 1, 1, 1, 1, 1],
      [
        [
          [1, 1],
          [1, 1]
        ],
        [
          [1, 1],
          [1, 1]
        ]
      ]
    ]
  ])('of %j are %j', (ratios, rows) => {
    expect(rowsOf(ratios)).toEqual(rows)
  })

  test('keep the order and are about equally wide, whatever the pictures are', () => {
    const shapes = [0.6, 0.75, 1, 1.33, 1.78, 2.33]
    for (let seed = 1; seed <= 200; seed++) {
      const ratios = Array.from(
        { length: 4 + (seed % 9) },
        (_, at) => shapes[(seed * (at + 3) + at * at) % shapes.length] ?? 1
      )
      const rows = rowsOf(ratios)
      expect(rows.flat(2)).toEqual(ratios)
      const widths = rows.map(row => sumOf(row.flat()))
      expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(2)
      for (const row of rows) expect(row.every(group => group.length > 0)).toBe(true)
    }
  })
})

test('very wide and very narrow pictures are cropped', () => {
  expect(croppedRatio({ width: 9000, height: 100 })).toBe(2.4)
  expect(croppedRatio({ width: 1, height: 0 })).toBe(1)
  expect(croppedRatio({ width: 100, height: 900 })).toBe(0.6)
})

test('a group of pictures grows with its width, beyond the least height', () => {
  const square = { width: 10, height: 10 }
  expect(groupFlex([square, square])).toBe('2 1 248px')
})

test('a wall takes one result of each tool in turn, in the order of the site', () => {
  const items = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
  const kindOf = (item: string): string => item.slice(0, 1)
  expect(interleaveKinds(items, kindOf, 12)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(interleaveKinds(items, kindOf, 2)).toEqual(['a1', 'b1'])
})
