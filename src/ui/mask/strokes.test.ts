import { expect, test } from 'vitest'
import {
  addStroke,
  NO_STROKES,
  paintStroke,
  redoStroke,
  undoStroke,
  type StrokeCanvas,
  type MaskTool,
  type Point,
  type Stroke
} from '#ui/mask/strokes.ts'

const stroke = (tool: MaskTool, ...points: Point[]): Stroke => ({ tool, size: 20, points })
const LINE = stroke('brush', [1, 2], [3, 4])
const DOT = stroke('eraser', [5, 6])

/** Paints a stroke and returns what the canvas was asked to do. */
function painted(given: Stroke): string[] {
  const calls: string[] = []
  const note =
    (name: string) =>
    (...values: unknown[]): void =>
      void calls.push([name, ...values].join(' '))
  const methods = ['beginPath', 'moveTo', 'lineTo', 'closePath', 'stroke', 'fill']
  const brush = Object.fromEntries(
    methods.map(name => [name, note(name)])
  ) as unknown as StrokeCanvas
  paintStroke(brush, given, 'white')
  return [`${brush.globalCompositeOperation} ${brush.lineWidth}`, ...calls]
}

test('a stroke can be undone and redone until another one is added', () => {
  const two = addStroke(addStroke(NO_STROKES, LINE), DOT)
  const back = undoStroke(two)
  expect(back).toEqual({ done: [LINE], undone: [DOT] })
  expect(redoStroke(back)).toEqual(two)
  expect(addStroke(back, LINE)).toEqual({ done: [LINE, LINE], undone: [] })
  expect([undoStroke(NO_STROKES), redoStroke(NO_STROKES)]).toEqual([NO_STROKES, NO_STROKES])
})

test('a brush paints a line of its width, and a dot where it did not move', () => {
  expect(painted(LINE)).toEqual([
    'source-over 20',
    'beginPath',
    'moveTo 1 2',
    'lineTo 3 4',
    'stroke'
  ])
  expect(painted(stroke('brush', [1, 2]))).toContain('lineTo 1 2')
})

test('an eraser removes, and a lasso fills what it encloses', () => {
  expect(painted(DOT)[0]).toBe('destination-out 20')
  expect(painted(stroke('lasso', [0, 0], [9, 0], [9, 9])).slice(-3)).toEqual([
    'closePath',
    'fill',
    'stroke'
  ])
})
