import type { Path2D } from '@napi-rs/canvas'
import { loadDrawingLibrary } from '#media/canvas.ts'
import { range } from '#media/random.ts'

export type PixelStyle = 'square' | 'rounded' | 'dot' | 'squircle' | 'row' | 'column'
export type MarkerShape = 'square' | 'circle' | 'plus' | 'tiny-plus' | 'box' | 'octagon'

type IsOn = (x: number, y: number) => boolean
type Cell = (path: Path2D, x: number, y: number, isOn: IsOn) => void

const CELLS: Readonly<Record<Exclude<PixelStyle, 'row' | 'column'>, Cell>> = {
  square: (path, x, y) => path.rect(x, y, 1, 1),
  rounded(path, x, y, isOn) {
    const corner = (dx: number, dy: number): number =>
      isOn(x + dx, y) || isOn(x, y + dy) ? 0 : 0.5
    path.roundRect(x, y, 1, 1, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)])
  },
  dot(path, x, y) {
    path.moveTo(x + 0.98, y + 0.5)
    path.arc(x + 0.5, y + 0.5, 0.48, 0, Math.PI * 2)
  },
  squircle: (path, x, y) => path.roundRect(x + 0.03, y + 0.03, 0.94, 0.94, 0.34)
}

/**
 * Draws the dark modules as one outline, in units of modules.
 * @param from first row and column
 * @param to the row and column after the last one
 */
export function pixelPath(style: PixelStyle, isOn: IsOn, from: number, to: number): Path2D {
  const path = new (loadDrawingLibrary().Path2D)()
  const lines = range(to - from).map(at => at + from)
  if (style === 'row' || style === 'column') {
    for (const line of lines) addRuns(path, style, line, { isOn, from, to })
    return path
  }
  for (const y of lines) for (const x of lines) if (isOn(x, y)) CELLS[style](path, x, y, isOn)
  return path
}

/** Joins neighbouring modules of a row to a bar with round ends. */
function addRuns(
  path: Path2D,
  style: 'row' | 'column',
  line: number,
  { isOn, from, to }: { isOn: IsOn; from: number; to: number }
): void {
  const lies = style === 'row'
  const on = (at: number): boolean => (lies ? isOn(at, line) : isOn(line, at))
  for (let start = from; start < to; start++) {
    if (!on(start)) continue
    let end = start + 1
    while (end < to && on(end)) end++
    const length = end - start
    if (lies) path.roundRect(start + 0.02, line + 0.08, length - 0.04, 0.84, 0.42)
    else path.roundRect(line + 0.08, start + 0.02, 0.84, length - 0.04, 0.42)
    start = end
  }
}

/** Share of a side that is cut from each corner. */
const NOTCH = { plus: 0.15, 'tiny-plus': 0.08 } as const

/**
 * Adds an outline around a center.
 * @param whole share of the shape, where 0 is a square
 */
export function addShape(
  path: Path2D,
  shape: MarkerShape,
  [cx, cy]: readonly [number, number],
  side: number,
  whole: number
): void {
  const half = side / 2
  const rounded = (radius: number): void =>
    path.roundRect(cx - half, cy - half, side, side, radius * whole)
  switch (shape) {
    case 'square':
      return path.rect(cx - half, cy - half, side, side)
    case 'box':
      return rounded(side * 0.26)
    case 'circle':
      return rounded(half)
    case 'octagon':
      return addPolygon(path, cx, cy, octagon(half, half * 0.44 * whole))
    case 'plus':
    case 'tiny-plus':
      return addPolygon(path, cx, cy, notched(half, side * NOTCH[shape] * whole))
  }
}

type Corner = readonly [x: number, y: number]

/** Repeats the corners at each of the four sides. */
function turned(corners: readonly Corner[]): Corner[] {
  return range(4).flatMap(quarter =>
    corners.map(([x, y]): Corner => {
      const [cos, sin] = [[1, 0, -1, 0][quarter] ?? 1, [0, 1, 0, -1][quarter] ?? 0]
      return [x * cos - y * sin, x * sin + y * cos]
    })
  )
}

function octagon(half: number, cut: number): Corner[] {
  return turned([
    [half - cut, -half],
    [half, cut - half]
  ])
}

function notched(half: number, notch: number): Corner[] {
  return turned([
    [half - notch, -half],
    [half - notch, notch - half],
    [half, notch - half]
  ])
}

function addPolygon(path: Path2D, cx: number, cy: number, corners: readonly Corner[]): void {
  for (const [at, [x, y]] of corners.entries()) {
    if (at === 0) path.moveTo(cx + x, cy + y)
    else path.lineTo(cx + x, cy + y)
  }
  path.closePath()
}
