import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Size } from '#ui/mask/mask-file.ts'
import { keyboardStroke } from '#ui/mask/mask-keys.ts'
import {
  addStroke,
  NO_STROKES,
  paintStroke,
  redoStroke,
  undoStroke,
  type MaskTool,
  type Point,
  type Stroke,
  type Strokes
} from '#ui/mask/strokes.ts'

/**
 * The colour of the mask on the screen. The canvas is half transparent, so the picture shows
 * through.
 */
const SHOWN = '#ff3b30'

/**
 * Brush sizes as shares of the picture's longer side. A key press changes the size by `step`;
 * `first` is the initial size.
 */
export const BRUSH_SIZES = { least: 0.01, most: 0.25, step: 0.01, first: 0.06 } as const

const clampBrushSize = (share: number): number =>
  Math.min(Math.max(share, BRUSH_SIZES.least), BRUSH_SIZES.most)

/**
 * Paints strokes on a canvas by mouse, pen, finger and keyboard ({@link keyboardStroke}; the brackets
 * change the size of the brush).
 * @param size of the picture in pixels
 * @returns the ref of the canvas, and the state of the mask
 */
export function useMask(size: Size) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<Strokes>(NO_STROKES)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [share, setShare] = useState<number>(BRUSH_SIZES.first)
  const [cursor, setCursor] = useState<Point | null>(null)
  const current = useRef<Point[] | null>(null)
  const width = Math.round(share * Math.max(...size))
  const add = (points: readonly Point[]): void =>
    setStrokes(before => addStroke(before, { tool, size: width, points }))

  useEffect(() => draw(canvas.current, size, strokes.done), [strokes, size])

  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    const points = current.current
    if (points === null) return
    points.push(pointAt(event, size))
    draw(event.currentTarget, size, [...strokes.done, { tool, size: width, points }])
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    current.current = []
    move(event)
  }
  const cancel = (): void => {
    current.current = null
    draw(canvas.current, size, strokes.done)
  }
  const end = (): void => {
    if (current.current !== null) add(current.current)
    current.current = null
  }
  const press = (event: KeyboardEvent): void => {
    const stroke = keyboardStroke(event, cursor ?? middleOf(size), Math.ceil(width / 2), size)
    const grows = { '[': -1, ']': 1 }[event.key]
    if (stroke === null && grows === undefined) return
    event.preventDefault()
    if (grows !== undefined) setShare(before => clampBrushSize(before + grows * BRUSH_SIZES.step))
    if (stroke === null) return
    setCursor(stroke.cursor)
    if (stroke.points.length > 0) add(stroke.points)
  }
  const mask = {
    strokes,
    setStrokes,
    tool,
    setTool,
    share,
    setShare,
    cursor,
    width,
    painter: { begin, move, end, cancel },
    press
  }
  return [canvas, mask] as const
}

export type Mask = ReturnType<typeof useMask>[1]

/** By button, the change that it makes to the list of strokes. */
export const STROKE_ACTIONS = {
  undo: undoStroke,
  redo: redoStroke,
  clear: () => NO_STROKES
} as const

/** Returns the place of a pointer in pixels of the picture. */
function pointAt(
  { clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>,
  [width, height]: Size
): Point {
  const box = currentTarget.getBoundingClientRect()
  return [
    Math.round(((clientX - box.left) / box.width) * width),
    Math.round(((clientY - box.top) / box.height) * height)
  ]
}

/** Draws strokes on a canvas that may have fewer pixels than the picture. */
function draw(
  canvas: HTMLCanvasElement | null,
  [width, height]: Size,
  strokes: readonly Stroke[]
): void {
  const brush = canvas?.getContext('2d')
  if (canvas === null || brush == null) return
  brush.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0)
  brush.globalCompositeOperation = 'source-over'
  brush.clearRect(0, 0, width, height)
  for (const stroke of strokes) paintStroke(brush, stroke, SHOWN)
}

function middleOf([width, height]: Size): Point {
  return [Math.round(width / 2), Math.round(height / 2)]
}
