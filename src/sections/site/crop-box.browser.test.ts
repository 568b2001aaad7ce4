import { expect, test } from 'vitest'
import { cropText, largestBox, moved, resized, sizeOf } from '#sections/site/crop-box.browser.ts'

test('the first part is the largest of its shape, in the middle', () => {
  expect(largestBox(2)).toEqual({ width: 1, height: 0.5, left: 0, top: 0.25 })
  expect(largestBox(0.5)).toEqual({ width: 0.5, height: 1, left: 0.25, top: 0 })
})

test('a part never leaves its picture, however far it is pushed', () => {
  const box = largestBox(0.5)
  expect(moved(box, 9, 9)).toMatchObject({ left: 0.5, top: 0 })
  expect(moved(box, -9, -9)).toMatchObject({ left: 0, top: 0 })
})

test('a part keeps its shape and its middle when it gets smaller, and is never nothing', () => {
  const half = resized(largestBox(2), 2, 0.5)
  expect(half).toEqual({ width: 0.5, height: 0.25, left: 0.25, top: 0.375 })
  expect(sizeOf(half, 2)).toBe(0.5)
  expect(sizeOf(resized(half, 2, -3), 2)).toBeCloseTo(0.1)
  const corner = resized(moved(half, 9, 9), 2, 1)
  expect(corner).toEqual({ ...largestBox(2), top: 0.5 })
  expect(cropText(half)).toBe('0.2500,0.3750,0.5000,0.2500')
})
