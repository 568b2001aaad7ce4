import { css, numbers, type Colour, type Ink, type Point } from './ink.ts'

const BLACK: Colour = [0, 0, 0]

type Dabs = {
  many: number
  long: number
  wide: number
  /** Direction of a stroke in radians, by where it is. */
  turn?: (x: number, y: number) => number
  /** Largest random change of a colour's channels, of 255. */
  stray?: number
  alpha?: number
  seed?: number
}

/** Repaints the picture in brush strokes. */
export function dabs(
  ink: Ink,
  { many, long, wide, turn = () => 0, stray = 18, alpha = 0.9, seed = 1 }: Dabs
): void {
  const next = numbers(seed)
  const seen = ink.seen()
  for (let index = 0; index < many; index++) {
    const [x, y] = [next() * 104 - 2, next() * 104 - 2]
    const step = (next() - 0.5) * 2 * stray
    const [red, green, blue] = seen(x, y)
    const round = next() * 0.5 - 0.25
    ink.oval(
      [x, y],
      long * (0.6 + next() * 0.7),
      wide * (0.6 + next() * 0.7),
      css([red + step, green + step * 0.9, blue + step * 0.7], alpha),
      turn(x, y) + round
    )
  }
}

/**
 * Breaks the picture into flat triangles.
 * @param cells per row
 */
export function facets(ink: Ink, cells: number, seed = 1, stray = 14): void {
  const next = numbers(seed)
  const seen = ink.seen()
  const step = 100 / cells
  const inside = (at: number): boolean => at > 0 && at < cells
  const corners = Array.from({ length: cells + 1 }, (_, row) =>
    Array.from({ length: cells + 1 }, (__, column): Point => {
      const shift = (at: number): number => (inside(at) ? (next() - 0.5) * step * 0.8 : 0)
      return [column * step + shift(column), row * step + shift(row)]
    })
  )
  const corner = (row: number, column: number): Point => corners[row]?.[column] ?? [0, 0]
  const facet = (points: readonly Point[]): void => {
    const [x, y] = [0, 1].map(
      axis => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 3
    )
    const light = (next() - 0.5) * 2 * stray
    const [red, green, blue] = seen(x ?? 0, y ?? 0)
    const colour = css([red + light, green + light, blue + light])
    const path = `M${points.map(point => point.join(' ')).join('L')}Z`
    ink.area(path, colour)
    ink.line(path, colour, 0.4)
  }
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const [a, b, c, d] = [
        corner(row, column),
        corner(row, column + 1),
        corner(row + 1, column),
        corner(row + 1, column + 1)
      ]
      facet([a, b, c])
      facet([b, d, c])
    }
  }
}

/** Draws dots on a turned grid: the darker the picture, the larger the dot. */
export function halftone(
  ink: Ink,
  colour: string,
  { step = 3.4, turn = 0.5, full = 0.62, light = 255, seen = ink.seen() } = {}
): void {
  for (let row = -45; row < 45; row++) {
    for (let column = -45; column < 45; column++) {
      const [u, v] = [column * step, row * step]
      const [x, y] = [
        50 + u * Math.cos(turn) - v * Math.sin(turn),
        50 + u * Math.sin(turn) + v * Math.cos(turn)
      ]
      if (x < -2 || y < -2 || x > 102 || y > 102) continue
      const dark = 1 - Math.min(1, brightness(seen(x, y)) / light)
      if (dark > 0.04) ink.disc([x, y], step * full * Math.sqrt(dark), colour)
    }
  }
}

/** Draws thin parallel lines, thicker in darker places, for engravings and woodcuts. */
export function engrave(
  ink: Ink,
  paper: string,
  colour: string,
  { step = 2.2, turn = 0, full = 1, wave = 0 } = {}
): void {
  const seen = ink.seen()
  ink.box(0, 0, 100, 100, paper)
  const [along, across]: readonly [Point, Point] = [
    [Math.cos(turn), Math.sin(turn)],
    [-Math.sin(turn), Math.cos(turn)]
  ]
  for (let row = -75; row < 75; row += step) {
    for (let at = -75; at < 75; at += 0.7) {
      const bend = row + Math.sin(at / 9) * wave
      const [x, y] = [50 + along[0] * at + across[0] * bend, 50 + along[1] * at + across[1] * bend]
      if (x < -1 || y < -1 || x > 101 || y > 101) continue
      const dark = 1 - brightness(seen(x, y)) / 255
      if (dark > 0.08) ink.disc([x, y], Math.min(0.6, dark * 0.62) * step * full, colour)
    }
  }
}

/**
 * Moves every point.
 * @param from returns the point whose colour a point takes
 */
export function warp(ink: Ink, from: (x: number, y: number) => Point): void {
  ink.redrawn((x, y, seen) => seen(...from(x, y)))
}

/**
 * Draws fewer colours in larger squares.
 * @param cells per row
 */
export function pixelate(ink: Ink, cells: number, levels = 8): void {
  const size = 100 / cells
  const level = (value: number): number =>
    (Math.round((value / 255) * (levels - 1)) / (levels - 1)) * 255
  ink.redrawn((x, y, seen) => {
    const [red, green, blue] = seen(
      (Math.floor(x / size) + 0.5) * size,
      (Math.floor(y / size) + 0.5) * size
    )
    return [level(red), level(green), level(blue)]
  })
}

/**
 * Recolours the picture by brightness, from the first tone for the darkest to the last for the
 * lightest.
 */
export function toned(ink: Ink, ...tones: readonly Colour[]): void {
  ink.redrawn((x, y, seen) => {
    const at = (brightness(seen(x, y)) / 255) * (tones.length - 1)
    const [low, high] = [tones[Math.floor(at)] ?? BLACK, tones[Math.ceil(at)] ?? BLACK]
    const part = at - Math.floor(at)
    return between(low, high, part)
  })
}

function brightness([red, green, blue]: Colour): number {
  return red * 0.3 + green * 0.59 + blue * 0.11
}

type Contour = {
  /** Distance between two compared points: half the width of a line. */
  reach?: number
  /** The colour between the lines, if not the picture's own. */
  on?: Colour
  least?: number
}

/** Draws lines between different colours. */
export function contour(
  ink: Ink,
  colour: Colour,
  { reach = 0.8, on, least = 24 }: Contour = {}
): void {
  ink.redrawn((x, y, seen) => {
    const apart =
      far(seen(x - reach, y), seen(x + reach, y)) + far(seen(x, y - reach), seen(x, y + reach))
    return between(on ?? seen(x, y), colour, Math.min(1, Math.max(0, (apart - least) / 40)))
  })
}

function far(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/**
 * Mixes two colours.
 * @param part share of `to`, from 0 to 1
 */
export function between(from: Colour, to: Colour, part: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part
  ]
}
