import type { SKRSContext2D } from '@napi-rs/canvas'
import { randomBetween, randomChoice, seededRandom, range, type Random } from '#media/random.ts'
import { toCss, type Palette } from '#sandbox/posters/palette.ts'

export type Brush = SKRSContext2D

/** A rectangle in pixels. */
export type Box = { x: number; y: number; width: number; height: number }

/**
 * The tools for a design. Its corner is at 0, 0. `unit` is the longer side in pixels, and `phase`
 * runs from 0 to 1 while a video plays.
 */
type Sheet = {
  brush: Brush
  width: number
  height: number
  unit: number
  random: Random
  phase: number
  /** Canvas colors of the palette: the ground, then three tones, then ink. */
  paints: readonly [string, string, string, string, string]
}

const TURN = Math.PI * 2

const DESIGNS: readonly ((sheet: Sheet) => void)[] = [arcs, tiles, waves, sun, hills, dots]

/**
 * Draws abstract art into a rectangle. The same seed gives the same art.
 * @param phase from 0 to 1, for the frames of a video
 */
export function paintArt(
  brush: Brush,
  { x, y, width, height }: Box,
  { seed, palette, phase = 0 }: { seed: string; palette: Palette; phase?: number }
): void {
  const random = seededRandom(`art ${seed}`)
  const design = randomChoice(random, DESIGNS)
  const [first, second, third] = palette.tones
  const shade = mixed(palette)
  brush.save()
  brush.beginPath()
  brush.rect(x, y, width, height)
  brush.clip()
  brush.translate(x, y)
  brush.fillStyle = shade
  brush.fillRect(0, 0, width, height)
  const paints = [shade, toCss(first), toCss(second), toCss(third), toCss(palette.ink)] as const
  design({ brush, width, height, unit: Math.max(width, height), random, phase, paints })
  brush.restore()
}

/** Returns the ground of the art, which differs a little from the ground of the words. */
function mixed({ paper: [l, c, h] }: Palette): string {
  return toCss([l > 0.6 ? l - 0.07 : l + 0.07, c * 1.5, h])
}

/** Rings that grow around a point at an edge. */
function arcs({ brush, width, height, unit, random, phase, paints }: Sheet): void {
  const x = width * randomChoice(random, [0, 0.5, 1])
  const y = height * randomChoice(random, [0.1, 1])
  const count = 7
  for (const ring of range(count)) {
    brush.beginPath()
    brush.arc(x, y, (unit * (count - ring + phase * 0.8) * 0.95) / count, 0, TURN)
    brush.fillStyle = paints[(ring % 4) + 1] ?? paints[0]
    brush.fill()
  }
}

/** Quarter circles on a grid, some of which turn. */
function tiles({ brush, width, height, unit, random, phase, paints }: Sheet): void {
  const side = unit / randomChoice(random, [4, 5, 6])
  for (const row of range(height / side + 1))
    for (const column of range(width / side + 1)) {
      const [ground, shape, turn] = [random(), random(), random()]
      brush.save()
      brush.translate((column + 0.5) * side, (row + 0.5) * side)
      brush.fillStyle = paints[Math.floor(ground * 4)] ?? paints[0]
      brush.fillRect(-side / 2, -side / 2, side + 1, side + 1)
      brush.rotate((Math.floor(turn * 4) + (turn > 0.6 ? phase : 0)) * (TURN / 4))
      brush.beginPath()
      brush.moveTo(-side / 2, -side / 2)
      brush.arc(-side / 2, -side / 2, side, 0, TURN / 4)
      brush.fillStyle = paints[Math.floor(shape * 4) + 1] ?? paints[1]
      brush.fill()
      brush.restore()
    }
}

/** Bands with a wavy edge, which flow. */
function waves({ brush, width, height, random, phase, paints }: Sheet): void {
  const [swell, long] = [randomBetween(random, 0.03, 0.07), randomBetween(random, 1, 2.2)]
  for (const band of range(8)) {
    const [top, shift] = [height * (0.1 + band * 0.12), random() + phase * (band % 2 ? 0.4 : -0.4)]
    brush.beginPath()
    brush.moveTo(0, height)
    for (const step of range(49))
      brush.lineTo(
        (width * step) / 48,
        top + Math.sin((step / 48) * long * TURN + shift * TURN) * swell * height
      )
    brush.lineTo(width, height)
    brush.fillStyle = paints[(band % 4) + 1] ?? paints[0]
    brush.fill()
  }
}

/** A disc that rises above water. */
function sun({ brush, width, height, random, phase, paints }: Sheet): void {
  const radius = Math.min(width, height) * randomBetween(random, 0.26, 0.36)
  const [x, y] = [width * randomBetween(random, 0.35, 0.65), height * (0.6 - phase * 0.12)]
  const sky = brush.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, paints[2])
  sky.addColorStop(1, paints[3])
  brush.fillStyle = sky
  brush.fillRect(0, 0, width, height)
  brush.beginPath()
  brush.arc(x, y, radius, 0, TURN)
  brush.fillStyle = paints[1]
  brush.fill()
  for (const line of range(9)) {
    const top = height * 0.62 + line * height * 0.045
    brush.fillStyle = paints[line % 2 === 0 ? 4 : 0]
    brush.globalAlpha = 0.9
    brush.fillRect(0, top, width, height * (0.012 + line * 0.004))
  }
  brush.globalAlpha = 1
}

/** Rows of hills before a disc. Near ones pass faster. */
function hills({ brush, width, height, unit, random, phase, paints }: Sheet): void {
  brush.beginPath()
  const disc = [width * randomBetween(random, 0.25, 0.75), height * 0.34, unit * 0.13] as const
  brush.arc(...disc, 0, TURN)
  brush.fillStyle = paints[1]
  brush.fill()
  for (const row of range(4)) {
    const [one, other, tall] = [random(), random(), randomBetween(random, 0.05, 0.1)]
    const shift = phase * 0.08 * row
    brush.beginPath()
    brush.moveTo(0, height)
    for (const step of range(65)) {
      const at = step / 64 + shift
      const rise = Math.sin((at * 1.3 + one) * TURN) + Math.sin((at * 2.9 + other) * TURN) * 0.5
      brush.lineTo((width * step) / 64, height * (0.46 + row * 0.14 - rise * tall))
    }
    brush.lineTo(width, height)
    brush.fillStyle = paints[((row + 1) % 4) + 1] ?? paints[0]
    brush.fill()
  }
}

/** Dots that become smaller away from a point. */
function dots({ brush, width, height, unit, random, phase, paints }: Sheet): void {
  const side = unit / 22
  const [x, y] = [width * (random() * 0.8 + phase * 0.2), height * random()]
  brush.fillStyle = paints[randomChoice(random, [1, 3, 4])] ?? paints[1]
  for (const row of range(height / side + 2))
    for (const column of range(width / side + 2)) {
      const [left, top] = [(column + (row % 2) / 2) * side, row * side]
      const near = 1 - Math.hypot(left - x, top - y) / (unit * 1.05)
      brush.beginPath()
      brush.arc(left, top, Math.max(0.02, near) * side * 0.56, 0, TURN)
      brush.fill()
    }
}
