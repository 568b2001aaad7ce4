import { expect, test } from 'vitest'
import {
  cropText,
  largestBox,
  moveBox,
  resizeBox,
  sizeOf
} from '#sections/site/crop-box.browser.ts'

test('the first crop is the largest of its shape, in the middle', () => {
  expect(largestBox(2)).toEqual({ width: 1, height: 0.5, left: 0, top: 0.25 })
  expect(largestBox(0.5)).toEqual({ width: 0.5, height: 1, left: 0.25, top: 0 })
})

test('a crop never leaves its image, however far it is moved', () => {
  const box = largestBox(0.5)
  expect(moveBox(box, 9, 9)).toMatchObject({ left: 0.5, top: 0 })
  expect(moveBox(box, -9, -9)).toMatchObject({ left: 0, top: 0 })
})

test('a crop keeps its shape and centre when it shrinks, and is never empty', () => {
  const half = resizeBox(largestBox(2), 2, 0.5)
  expect(half).toEqual({ width: 0.5, height: 0.25, left: 0.25, top: 0.375 })
  expect(sizeOf(half, 2)).toBe(0.5)
  expect(sizeOf(resizeBox(half, 2, -3), 2)).toBeCloseTo(0.1)
  const corner = resizeBox(moveBox(half, 9, 9), 2, 1)
  expect(corner).toEqual({ ...largestBox(2), top: 0.5 })
  expect(cropText(half)).toBe('0.2500,0.3750,0.5000,0.2500')
})
