import type { Size } from '#ui/mask/mask-file.ts'
import type { Point } from '#ui/mask/strokes.ts'

/** The part of an image that a crop keeps, in whole pixels of the turned image. */
export type Frame = { x: number; y: number; width: number; height: number }

/** The sides that a handle moves: -1 is the left or the top side, 1 the opposite one, 0 neither. */
export type Handle = readonly [across: -1 | 0 | 1, down: -1 | 0 | 1]

/** `ratio` is the width divided by the height; null for any. */
export type Bounds = { size: Size; ratio: number | null }

/** The least side of a frame, in pixels and as a share of the image's longer side. */
const LEAST = { pixels: 16, share: 0.05 }

/** Clamps a number; `least` wins over `most`. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** Returns the least side of a frame in an image of this size, in pixels. */
export function leastSide(size: Size): number {
  return Math.min(...size, Math.max(LEAST.pixels, Math.round(Math.max(...size) * LEAST.share)))
}

/** Returns the largest frame with a ratio, in the middle of the image. */
export function largestFrame({ size: [width, height], ratio }: Bounds): Frame {
  const wide = ratio === null ? width : clamp(Math.round(height * ratio), 1, width)
  const high = ratio === null ? height : clamp(Math.round(wide / ratio), 1, height)
  const [x, y] = [Math.round((width - wide) / 2), Math.round((height - high) / 2)]
  return { x, y, width: wide, height: high }
}

/** Moves a frame, at most to the edges of the image. */
export function moveFrame(frame: Frame, [right, down]: Point, [width, height]: Size): Frame {
  return {
    ...frame,
    x: clamp(Math.round(frame.x + right), 0, width - frame.width),
    y: clamp(Math.round(frame.y + down), 0, height - frame.height)
  }
}

/** Moves a frame so that its middle is at a point, or as near as the image allows. */
export function centreFrame(frame: Frame, [x, y]: Point, size: Size): Frame {
  return moveFrame({ ...frame, x: 0, y: 0 }, [x - frame.width / 2, y - frame.height / 2], size)
}

/** Gives a frame another ratio: the largest one that fits, as near to the old place as it can. */
export function reshapeFrame(frame: Frame, bounds: Bounds): Frame {
  if (bounds.ratio === null) return frame
  return centreFrame(largestFrame(bounds), centreOf(frame), bounds.size)
}

function centreOf({ x, y, width, height }: Frame): Point {
  return [x + width / 2, y + height / 2]
}

/**
 * Moves the sides of a frame that belong to a handle. The opposite sides stay; with a ratio, a
 * handle in the middle of a side keeps the middle of the frame.
 * @param by movement of the handle, in pixels of the image
 */
export function resizeFrame(frame: Frame, handle: Handle, by: Point, bounds: Bounds): Frame {
  const { size, ratio } = bounds
  const [across, down] = handle
  const wider = across * by[0]
  const higher = down * by[1]
  const least = leastSide(size)
  const [roomX, roomY] = [roomFor(frame, across, size[0], 'x'), roomFor(frame, down, size[1], 'y')]
  if (ratio === null) {
    const width = clamp(Math.round(frame.width + wider), Math.min(least, roomX), roomX)
    const height = clamp(Math.round(frame.height + higher), Math.min(least, roomY), roomY)
    return anchored(
      frame,
      handle,
      across === 0 ? frame.width : width,
      down === 0 ? frame.height : height
    )
  }
  // The larger of both movements decides.
  const wanted =
    Math.abs(wider) >= Math.abs(higher * ratio)
      ? frame.width + wider
      : (frame.height + higher) * ratio
  const most = Math.max(1, Math.min(roomX, Math.floor(roomY * ratio)))
  const narrow = Math.ceil(least * Math.max(1, ratio))
  const width = clamp(Math.round(wanted), Math.min(narrow, most), most)
  return anchored(frame, handle, width, clamp(Math.round(width / ratio), 1, roomY))
}

/** Returns the most pixels that a frame may have along an axis when a handle moves. */
function roomFor(frame: Frame, side: -1 | 0 | 1, whole: number, axis: 'x' | 'y'): number {
  const start = frame[axis]
  const end = start + frame[axis === 'x' ? 'width' : 'height']
  if (side === 0) return Math.min(start + end, 2 * whole - start - end)
  return side < 0 ? end : whole - start
}

/** Gives a frame a size and keeps the sides opposite to a handle. */
function anchored(frame: Frame, [across, down]: Handle, width: number, height: number): Frame {
  const share = { [-1]: 1, 0: 0.5, 1: 0 }
  return {
    x: Math.floor(frame.x + (frame.width - width) * share[across]),
    y: Math.floor(frame.y + (frame.height - height) * share[down]),
    width,
    height
  }
}

/**
 * Makes a frame wider and higher by some pixels. It grows to the right and down, and on the other
 * side where the image ends.
 */
export function growFrame(frame: Frame, [right, down]: Point, bounds: Bounds): Frame {
  const forth: Handle = [right === 0 ? 0 : 1, down === 0 ? 0 : 1]
  const back: Handle = [right === 0 ? 0 : -1, down === 0 ? 0 : -1]
  const grown = resizeFrame(frame, forth, [right, down], bounds)
  const rest: Point = [frame.width + right - grown.width, frame.height + down - grown.height]
  return resizeFrame(grown, back, [-rest[0], -rest[1]], bounds)
}

/** Turns a frame with its image, a quarter clockwise. `size` is the size before. */
export function turnFrame({ x, y, width, height }: Frame, [, high]: Size): Frame {
  return { x: high - y - height, y: x, width: height, height: width }
}

/** Returns the size of an image after some quarter turns. */
export function turnedSize([width, height]: Size, turns: number): Size {
  return turns % 2 === 0 ? [width, height] : [height, width]
}

/**
 * Returns the matrix that draws an image turned clockwise, as `setTransform` takes it. Its numbers
 * are whole, so that every pixel stays exact.
 * @param turns number of quarter turns
 */
export function turnMatrix(
  turns: number,
  [width, height]: Size
): readonly [a: number, b: number, c: number, d: number, e: number, f: number] {
  switch (turns % 4) {
    case 1:
      return [0, 1, -1, 0, height, 0]
    case 2:
      return [-1, 0, 0, -1, width, height]
    case 3:
      return [0, -1, 1, 0, 0, width]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}

/**
 * Returns the largest size of the same shape with at most this many pixels and with no side longer
 * than `side`, in whole pixels.
 */
export function boundSize([width, height]: Size, most: { side: number; area: number }): Size {
  const part = Math.min(
    1,
    most.side / Math.max(width, height),
    Math.sqrt(most.area / (width * height))
  )
  return [Math.max(1, Math.floor(width * part)), Math.max(1, Math.floor(height * part))]
}
