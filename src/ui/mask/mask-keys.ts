import type { Size } from '#ui/mask/mask-file.ts'
import type { Point } from '#ui/mask/strokes.ts'

/** By arrow key, its direction in the picture. */
export const ARROW_MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

/** The new place of the brush, and the points of a stroke; without points it only moves. */
export type KeyboardStroke = { cursor: Point; points: readonly Point[] }

/**
 * Paints by keyboard: arrows move the brush, with Shift they paint a line, Space and Enter paint a
 * dot. Arrows are not mirrored in right-to-left languages, because the picture is not either.
 * @param from the place of the brush, in pixels of the picture
 * @param reach distance that one key press moves the brush, in pixels of the picture
 * @returns null for other keys
 */
export function keyboardStroke(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  from: Point,
  reach: number,
  [width, height]: Size
): KeyboardStroke | null {
  if (key === ' ' || key === 'Enter') return { cursor: from, points: [from] }
  const [right, down] = ARROW_MOVES[key] ?? [0, 0]
  if (right === 0 && down === 0) return null
  const x = Math.min(Math.max(from[0] + right * reach, 0), width)
  const y = Math.min(Math.max(from[1] + down * reach, 0), height)
  return { cursor: [x, y], points: shiftKey ? [from, [x, y]] : [] }
}
