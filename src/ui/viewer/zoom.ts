/** The enlargement of a picture, and how far it is moved from the centre of its stage, in pixels. */
export type Zoom = { scale: number; x: number; y: number }

/** A point relative to the centre of the stage, in pixels. */
export type Point = { x: number; y: number }

type Size = { width: number; height: number }

/** The whole picture. */
export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }

/** The greatest enlargement. */
const GREATEST = 8

/** The shortest movement that is a swipe, in pixels. */
const SWIPE = 48

/**
 * Enlarges a picture by a factor. The point below the fingers or the mouse keeps its place.
 * @param stage size of the stage, in pixels
 */
export function zoomAt(zoom: Zoom, factor: number, at: Point, stage: Size): Zoom {
  const scale = between(1, zoom.scale * factor, GREATEST)
  const grown = scale / zoom.scale
  const moved = { x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown }
  return bounded({ scale, ...moved }, stage)
}

/** Moves an enlarged picture, but not beyond its own edges. */
export function moveBy(zoom: Zoom, by: Point, stage: Size): Zoom {
  return bounded({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, stage)
}

/**
 * Reads a movement of a finger as a swipe.
 * @param rtl whether the page reads from right to left
 * @returns 1 for the next result, -1 for the previous one, 0 for another movement
 */
export function swipeStep({ x, y }: Point, rtl: boolean): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return 0
  return x < 0 === rtl ? -1 : 1
}

function bounded({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const [across, down] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2]
  return { scale, x: between(-across, x, across), y: between(-down, y, down) }
}

function between(least: number, value: number, most: number): number {
  return Math.min(Math.max(least, value), most)
}
