import { describe, expect, test } from 'vitest'
import {
  boundSize,
  centreFrame,
  growFrame,
  largestFrame,
  leastSide,
  moveFrame,
  reshapeFrame,
  resizeFrame,
  turnedSize,
  turnFrame,
  turnMatrix,
  type Bounds,
  type Frame,
  type Handle
} from '#ui/mask/crop-frame.ts'
import { pressCropKey } from '#ui/mask/crop-keys.ts'
import { fc } from '../../../tests/support/property.ts'

const FREE: Bounds = { size: [900, 600], ratio: null }
const SQUARE: Bounds = { size: [900, 600], ratio: 1 }
const frame: Frame = { x: 100, y: 50, width: 300, height: 200 }
const HANDLES: readonly Handle[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1]
]

test('a frame begins as the largest one with its ratio, in the middle', () => {
  expect(largestFrame(FREE)).toEqual({ x: 0, y: 0, width: 900, height: 600 })
  expect(largestFrame(SQUARE)).toEqual({ x: 150, y: 0, width: 600, height: 600 })
  expect(largestFrame({ ...FREE, ratio: 16 / 9 })).toEqual({
    x: 0,
    y: 47,
    width: 900,
    height: 506
  })
})

test('a frame moves to the edges of the image and no further', () => {
  expect(moveFrame(frame, [10, -20], FREE.size)).toEqual({ ...frame, x: 110, y: 30 })
  expect(moveFrame(frame, [9999, -9999], FREE.size)).toEqual({ ...frame, x: 600, y: 0 })
  expect(centreFrame(frame, [450, 300], FREE.size)).toEqual({ ...frame, x: 300, y: 200 })
  expect(centreFrame(frame, [0, 600], FREE.size)).toEqual({ ...frame, x: 0, y: 400 })
})

test('a handle moves its sides and leaves the opposite ones', () => {
  expect(resizeFrame(frame, [-1, -1], [-20, 30], FREE)).toEqual({
    x: 80,
    y: 80,
    width: 320,
    height: 170
  })
  expect(resizeFrame(frame, [1, 0], [40, 999], FREE)).toEqual({ ...frame, width: 340 })
  // It stops at the least side, and at the edge of the image.
  expect(resizeFrame(frame, [1, 1], [-999, -999], FREE)).toEqual({
    ...frame,
    width: 45,
    height: 45
  })
  expect(resizeFrame(frame, [1, 1], [999, 999], FREE)).toEqual({
    ...frame,
    width: 800,
    height: 550
  })
})

test('a locked ratio is kept, and the larger movement decides', () => {
  const square = { x: 100, y: 100, width: 200, height: 200 }
  const grown = { x: 100, y: 100, width: 250, height: 250 }
  expect(resizeFrame(square, [1, 1], [50, 10], SQUARE)).toEqual(grown)
  expect(resizeFrame(square, [1, 1], [10, 50], SQUARE)).toEqual(grown)
  // The side of an edge moves, and the frame grows around its middle.
  expect(resizeFrame(square, [1, 0], [50, 0], SQUARE)).toEqual({ ...grown, y: 75 })
  expect(resizeFrame(square, [0, -1], [0, -50], SQUARE)).toEqual({ ...grown, x: 75, y: 50 })
})

test('a frame grows on the other side where the image ends', () => {
  const right = { x: 600, y: 50, width: 300, height: 200 }
  expect(growFrame(right, [50, 0], FREE)).toEqual({ ...right, x: 550, width: 350 })
  expect(growFrame(frame, [50, 0], FREE)).toEqual({ ...frame, width: 350 })
  expect(growFrame(frame, [0, -50], FREE)).toEqual({ ...frame, height: 150 })
  expect(growFrame(frame, [9999, 0], FREE)).toEqual({ ...frame, x: 0, width: 900 })
})

test('another ratio gives the largest frame near the old place', () => {
  expect(reshapeFrame({ ...frame, x: 600 }, SQUARE)).toEqual({
    x: 300,
    y: 0,
    width: 600,
    height: 600
  })
  expect(reshapeFrame(frame, FREE)).toEqual(frame)
})

test('arrows move the frame or the focused handle, and resize with Shift', () => {
  const press = (key: string, shiftKey = false, handle: Handle | null = null) =>
    pressCropKey({ key, shiftKey }, frame, handle, FREE)
  expect(press('ArrowRight')).toEqual({ ...frame, x: 109 })
  expect(press('ArrowUp')).toEqual({ ...frame, y: 41 })
  expect(press('ArrowRight', true)).toEqual({ ...frame, width: 309 })
  expect(press('ArrowUp', true)).toEqual({ ...frame, height: 191 })
  expect(press('ArrowLeft', false, [-1, -1])).toEqual({ ...frame, x: 91, width: 309 })
  expect([press('Tab'), press('Enter'), press('a')]).toEqual([null, null, null])
})

test('a canvas is bounded by its sides and by its area', () => {
  expect(boundSize([4000, 3000], { side: 5000, area: 1e9 })).toEqual([4000, 3000])
  expect(boundSize([4000, 3000], { side: 1000, area: 1e9 })).toEqual([1000, 750])
  expect(boundSize([4000, 3000], { side: 5000, area: 3e6 })).toEqual([2000, 1500])
  expect(boundSize([20_000, 1], { side: 1000, area: 1e9 })).toEqual([1000, 1])
})

describe('whatever the user does', () => {
  const side = fc.integer({ min: 1, max: 5000 })
  const distance = fc.integer({ min: -9000, max: 9000 })
  const shape = fc.constantFrom(null, 1, 4 / 3, 3 / 2, 16 / 9, 9 / 16, 21 / 9, 1 / 2)
  const step = fc.tuple(fc.constantFrom(...HANDLES), distance, distance, fc.boolean())
  const bounded = fc.record({ size: fc.tuple(side, side), ratio: shape })

  const isWithin = ({ x, y, width, height }: Frame, [wide, high]: Bounds['size']): boolean =>
    [x, y, width, height].every(Number.isInteger) &&
    x >= 0 &&
    y >= 0 &&
    width >= 1 &&
    height >= 1 &&
    x + width <= wide &&
    y + height <= high

  test('the frame stays in the image, in whole pixels and in its ratio', () => {
    fc.assert(
      fc.property(bounded, fc.array(step, { maxLength: 20 }), (bounds, steps) => {
        let now = largestFrame(bounds)
        for (const [handle, right, down, moves] of steps) {
          now = moves
            ? moveFrame(now, [right, down], bounds.size)
            : resizeFrame(now, handle, [right, down], bounds)
          expect(isWithin(now, bounds.size)).toBe(true)
          // Half a pixel of the height, since both sides are whole.
          if (bounds.ratio !== null)
            expect(Math.abs(now.height - now.width / bounds.ratio)).toBeLessThanOrEqual(1)
          else
            expect(Math.min(now.width, now.height)).toBeGreaterThanOrEqual(leastSide(bounds.size))
        }
      })
    )
  })

  test('growing keeps the frame in the image and reaches the size if there is room', () => {
    fc.assert(
      fc.property(fc.tuple(side, side), distance, distance, (size, right, down) => {
        const bounds = { size, ratio: null }
        const least = leastSide(size)
        const small = centreFrame({ x: 0, y: 0, width: least, height: least }, [0, 0], size)
        const grown = growFrame(small, [right, down], bounds)
        expect(isWithin(grown, size)).toBe(true)
        expect(grown.width).toBe(Math.max(least, Math.min(size[0], least + right)))
        expect(grown.height).toBe(Math.max(least, Math.min(size[1], least + down)))
      })
    )
  })

  test('four turns lead back, and a turned frame has the same pixels', () => {
    fc.assert(
      fc.property(bounded, fc.integer({ min: 0, max: 3 }), ({ size, ratio }, turns) => {
        const first = largestFrame({ size, ratio })
        let [now, shown]: [Frame, Bounds['size']] = [first, size]
        for (let each = 0; each < turns; each++) {
          now = turnFrame(now, shown)
          shown = turnedSize(shown, 1)
        }
        expect(isWithin(now, shown)).toBe(true)
        const [a, b, c, d, e, f] = turnMatrix(turns, size)
        const place = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const
        const [one, other] = [
          place(first.x, first.y),
          place(first.x + first.width, first.y + first.height)
        ]
        expect([now.x, now.y]).toEqual([Math.min(one[0], other[0]), Math.min(one[1], other[1])])
        expect(turnedSize(size, turns)).toEqual(shown)
        for (let each = turns; each < 4; each++) {
          now = turnFrame(now, shown)
          shown = turnedSize(shown, 1)
        }
        expect([now, shown]).toEqual([first, size])
      })
    )
  })
})
