import { describe, expect, test } from 'vitest'
import { moveBy, swipeStep, NO_ZOOM, zoomAt } from '#ui/viewer/zoom.ts'

const stage = { width: 800, height: 600 }

describe('a zoomed image', () => {
  test('keeps the point below the mouse in its place', () => {
    const at = { x: 200, y: -100 }
    const zoom = zoomAt(NO_ZOOM, 2, at, stage)
    expect(zoom).toEqual({ scale: 2, x: -200, y: 100 })
    // A point of the image at (x - move) / scale before is at the same place after.
    const again = zoomAt(zoom, 1.5, at, stage)
    expect((at.x - again.x) / again.scale).toBeCloseTo((at.x - zoom.x) / zoom.scale)
    expect((at.y - again.y) / again.scale).toBeCloseTo((at.y - zoom.y) / zoom.scale)
  })

  test('is never smaller than the whole image, and never more than eight times as large', () => {
    expect(zoomAt(NO_ZOOM, 0.5, { x: 90, y: 90 }, stage)).toEqual(NO_ZOOM)
    expect(zoomAt(NO_ZOOM, 99, { x: 0, y: 0 }, stage)).toMatchObject({ scale: 8 })
  })

  test('cannot be moved beyond its edges', () => {
    const zoom = zoomAt(NO_ZOOM, 2, { x: 0, y: 0 }, stage)
    expect(moveBy(zoom, { x: 5000, y: -5000 }, stage)).toEqual({ scale: 2, x: 400, y: -300 })
    expect(moveBy(NO_ZOOM, { x: 30, y: 30 }, stage)).toEqual(NO_ZOOM)
    const moved = moveBy(zoom, { x: 400, y: 300 }, stage)
    expect(zoomAt(moved, 0.1, { x: 0, y: 0 }, stage)).toEqual(NO_ZOOM)
  })
})

test('a swipe shows the next result in the reading direction', () => {
  const left = { x: -120, y: 10 }
  expect([swipeStep(left, false), swipeStep(left, true)]).toEqual([1, -1])
  expect(swipeStep({ x: 120, y: 10 }, false)).toBe(-1)
  expect(swipeStep({ x: -20, y: 0 }, false)).toBe(0)
  expect(swipeStep({ x: -60, y: 55 }, false)).toBe(0)
})
