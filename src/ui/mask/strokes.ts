/**
 * The tools that paint a mask. The brush paints and the eraser removes a line, the lasso fills an
 * area.
 */
export const MASK_TOOLS = ['brush', 'lasso', 'eraser'] as const
export type MaskTool = (typeof MASK_TOOLS)[number]

export type Point = readonly [x: number, y: number]

/** One movement of the pointer, in pixels of the picture. */
export type Stroke = { tool: MaskTool; size: number; points: readonly Point[] }

/** The strokes of a mask in their order, and those that were undone. */
export type Strokes = { done: readonly Stroke[]; undone: readonly Stroke[] }

export const NO_STROKES: Strokes = { done: [], undone: [] }

/** Adds a stroke. What was undone before cannot be redone any more. */
export function addStroke({ done }: Strokes, stroke: Stroke): Strokes {
  return { done: [...done, stroke], undone: [] }
}

export function undoStroke({ done, undone }: Strokes): Strokes {
  const last = done.at(-1)
  return last === undefined
    ? { done, undone }
    : { done: done.slice(0, -1), undone: [...undone, last] }
}

export function redoStroke({ done, undone }: Strokes): Strokes {
  const last = undone.at(-1)
  return last === undefined
    ? { done, undone }
    : { done: [...done, last], undone: undone.slice(0, -1) }
}

/** The part of a canvas that strokes need. */
export type StrokeCanvas = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'stroke'
  | 'fill'
  | 'lineWidth'
  | 'lineCap'
  | 'lineJoin'
  | 'globalCompositeOperation'
  | 'strokeStyle'
  | 'fillStyle'
>

/** Paints a stroke onto a transparent mask. An eraser makes it transparent again. */
export function paintStroke(
  brush: StrokeCanvas,
  { tool, size, points }: Stroke,
  colour: string
): void {
  const [first, ...rest] = points
  if (first === undefined) return
  brush.globalCompositeOperation = tool === 'eraser' ? 'destination-out' : 'source-over'
  brush.strokeStyle = colour
  brush.fillStyle = colour
  brush.lineWidth = tool === 'lasso' ? 1 : size
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  brush.beginPath()
  brush.moveTo(...first)
  // A line to its own start paints a dot.
  for (const point of rest.length > 0 ? rest : [first]) brush.lineTo(...point)
  if (tool === 'lasso') {
    brush.closePath()
    brush.fill()
  }
  brush.stroke()
}
