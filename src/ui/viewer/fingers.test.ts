import { expect, test } from 'vitest'
import { createPointerTracker } from '#ui/viewer/fingers.ts'

const at = (pointerId: number, clientX: number, clientY = 0, pointerType = 'touch') => ({
  pointerId,
  pointerType,
  clientX,
  clientY
})

test('one finger moves an image, and two fingers enlarge it around their middle', () => {
  const fingers = createPointerTracker()
  fingers.press(at(1, 100), false)
  expect(fingers.move(at(1, 110, 5))).toEqual({
    by: { x: 10, y: 5 },
    grown: 1,
    at: { x: 110, y: 5 }
  })
  fingers.press(at(2, 210, 5), false)
  expect(fingers.move(at(2, 310, 5))).toEqual({
    by: { x: 50, y: 0 },
    grown: 2,
    at: { x: 210, y: 5 }
  })
  expect(fingers.move(at(3, 0))).toBeNull()
  expect(fingers.release(at(2, 310, 5), false)).toBe(0)
})

test('one finger swipes to another result, a mouse or a second finger does not', () => {
  const swipe = (type: string, maySwipe = true): number => {
    const fingers = createPointerTracker()
    fingers.press(at(1, 200, 0, type), maySwipe)
    fingers.move(at(1, 80, 5, type))
    return fingers.release(at(1, 80, 5, type), false)
  }
  expect([swipe('touch'), swipe('mouse'), swipe('touch', false)]).toEqual([1, 0, 0])
  const fingers = createPointerTracker()
  fingers.press(at(1, 200), true)
  fingers.press(at(2, 250), true)
  fingers.release(at(2, 400), false)
  expect(fingers.release(at(1, 20), false)).toBe(0)
})

test('a movement that the browser takes over is no swipe', () => {
  const fingers = createPointerTracker()
  fingers.press(at(1, 200), true)
  fingers.cancel(at(1, 200))
  expect(fingers.move(at(1, 20))).toBeNull()
  expect(fingers.release(at(1, 20), false)).toBe(0)
})
