import { expect, test } from 'vitest'
import { keyboardStroke } from '#ui/mask/mask-keys.ts'

const press = (key: string, shiftKey = false) =>
  keyboardStroke({ key, shiftKey }, [50, 50], 20, [100, 60])

test('arrows move the brush within the picture, and paint a line with Shift', () => {
  expect(press('ArrowRight')).toEqual({ cursor: [70, 50], points: [] })
  expect(press('ArrowDown')).toEqual({ cursor: [50, 60], points: [] })
  expect(press('ArrowLeft', true)).toEqual({
    cursor: [30, 50],
    points: [
      [50, 50],
      [30, 50]
    ]
  })
})

test('Space and Enter paint a dot, and other keys do nothing', () => {
  expect([press(' '), press('Enter')]).toEqual(
    Array.from({ length: 2 }, () => ({ cursor: [50, 50], points: [[50, 50]] }))
  )
  expect([press('Tab'), press('Escape'), press('a')]).toEqual([null, null, null])
})
