import type { Canvas } from '@napi-rs/canvas'
import { seededRandom, smoothStep, range } from '#media/random.ts'
import { drawImageCover } from '#media/compose.ts'
import type { Brush } from '#sandbox/posters/art.ts'

/** One moment of an effect on an image. `at` runs from 0 to 1. */
type Moment = { brush: Brush; sheet: Canvas; at: number }
/** The position of a tile in widths and heights of the image, and its rotation. */
type Placed = { dx?: number; dy?: number; turn?: number; alpha?: number }
type Effect = (moment: Moment) => void

const STRIP = 4
const bulge = (share: number): number => Math.sin(Math.PI * share)

/** The effects by the names that the service uses. */
const EFFECTS = {
  Levitate: ({ brush, sheet, at }) => {
    behind({ brush, sheet, at })
    const sway = Math.sin(at * 9) * 0.01
    brush.drawImage(sheet, sway * sheet.width, -sheet.height * 0.16 * at)
  },
  Decapitate: moment => slide(moment, 0.42, { x: 0.5, y: -0.14 }),
  'Eye-pop': moment => {
    moment.brush.drawImage(moment.sheet, 0, 0)
    for (const x of [0.4, 0.6]) lens(moment, x, 0.4, 0.09, 1 + 1.5 * beat(moment.at, 2))
  },
  'Ta-da': ({ brush, sheet, at }) => {
    brush.drawImage(sheet, 0, 0)
    const shut = smoothStep(0, 0.35, at) - smoothStep(0.55, 0.95, at)
    brush.fillStyle = '#8e1b2c'
    brush.fillRect(0, 0, (sheet.width / 2) * shut, sheet.height)
    brush.fillRect(sheet.width * (1 - shut / 2), 0, (sheet.width / 2) * shut, sheet.height)
  },
  Deflate: moment => rows(moment, share => 1 - 0.5 * moment.at * bulge(share), 1 - 0.6 * moment.at),
  Inflate: moment => rows(moment, share => 1 + 0.6 * moment.at * bulge(share), 1),
  Squish: moment =>
    rows(moment, share => 1 + 0.4 * moment.at * bulge(share), 1 - beat(moment.at, 2) / 2),
  Crush: moment => rows(moment, () => 1 + 0.1 * moment.at, 1 - 0.9 * moment.at ** 2),
  Melt: moment => melt(moment),
  Crumble: moment =>
    tiles(moment, 22, (_, v, luck) => {
      const fallen = Math.max(0, moment.at * 1.3 - (1 - v) * 0.55 - luck * 0.3)
      return { dy: 3 * fallen ** 2, turn: (luck - 0.5) * 5 * fallen }
    }),
  Explode: moment =>
    tiles(moment, 18, (u, v, luck) => {
      const far = Math.max(0, moment.at - 0.1) * (1.3 + luck * 1.6)
      return { dx: (u - 0.5) * far, dy: (v - 0.5) * far, turn: (luck - 0.5) * 7 * far }
    }),
  Dissolve: moment =>
    tiles(moment, 40, (_, __, luck) => ({
      alpha: 1 - smoothStep(luck * 0.7, luck * 0.7 + 0.28, moment.at)
    })),
  'Cake-ify': moment => {
    const { brush, sheet, at } = moment
    const [cut, away] = [sheet.width * 0.58, sheet.width * 0.24 * smoothStep(0.3, 1, at)]
    brush.drawImage(sheet, 0, 0)
    for (const layer of range(8)) {
      brush.fillStyle = layer % 2 === 0 ? '#e0b978' : '#fdf3e6'
      brush.fillRect(cut, (sheet.height * layer) / 8, away, sheet.height / 8 + 1)
    }
    const rest = sheet.width - cut
    brush.drawImage(sheet, cut, 0, rest, sheet.height, cut + away, 0, rest, sheet.height)
  },
  Peel: moment => slide(moment, 1, { x: 0, y: -1 }),
  Poke: moment => {
    moment.brush.drawImage(moment.sheet, 0, 0)
    lens(moment, 0.5, 0.5, 0.2, 1 - 0.45 * beat(moment.at, 3))
  },
  Tear: moment => {
    const { brush, sheet, at } = moment
    behind(moment)
    const half = sheet.width / 2
    const gap = half * 0.5 * at
    brush.drawImage(sheet, 0, 0, half, sheet.height, -gap, gap * 0.2, half, sheet.height)
    brush.drawImage(sheet, half, 0, half, sheet.height, half + gap, gap * 0.2, half, sheet.height)
  }
} as const satisfies Record<string, Effect>

export type EffectName = keyof typeof EFFECTS

/** Draws one moment of an effect, which starts after the video's start and ends before its end. */
export function paintEffect(brush: Brush, sheet: Canvas, name: EffectName, progress: number): void {
  EFFECTS[name]({ brush, sheet, at: smoothStep(0.08, 0.94, progress) })
}

/** Fills the gaps with the same image, large and dark. */
function behind({ brush, sheet }: Moment): void {
  const { width, height } = sheet
  const large = { x: -width * 0.2, y: -height * 0.2, width: width * 1.4, height: height * 1.4 }
  drawImageCover(brush, sheet, large)
  brush.fillStyle = 'rgb(12 10 20 / 0.66)'
  brush.fillRect(0, 0, width, height)
}

/**
 * Moves the upper part of an image away.
 * @param part its share of the height
 */
function slide(moment: Moment, part: number, to: { x: number; y: number }): void {
  const { brush, sheet, at } = moment
  const [width, cut] = [sheet.width, sheet.height * part]
  behind(moment)
  const rest = sheet.height - cut
  if (rest > 0) brush.drawImage(sheet, 0, cut, width, rest, 0, cut, width, rest)
  brush.drawImage(sheet, 0, 0, width, cut, to.x * width * at, to.y * sheet.height * at, width, cut)
}

/**
 * Draws an image row by row.
 * @param tall the remaining share of the height, from the ground
 */
function rows(moment: Moment, wide: (share: number) => number, tall: number): void {
  const { brush, sheet } = moment
  const { width, height } = sheet
  behind(moment)
  for (const row of range(height / STRIP)) {
    const share = (row * STRIP) / height
    const long = width * wide(share)
    const top = height * (1 - tall) + row * STRIP * tall
    const [x, size] = [(width - long) / 2, (STRIP + 1) * tall]
    brush.drawImage(sheet, 0, row * STRIP, width, STRIP + 1, x, top, long, size)
  }
}

function melt(moment: Moment): void {
  const { brush, sheet, at } = moment
  const { width, height } = sheet
  behind(moment)
  for (const column of range(width / STRIP + 1)) {
    const x = column * STRIP
    const fall = at ** 1.5 * (0.55 + 0.35 * Math.sin((x / width) * 23)) * height
    brush.drawImage(sheet, x, 0, STRIP + 1, height, x, fall, STRIP + 1, height * (1 + at * 0.4))
  }
}

function tiles(
  moment: Moment,
  across: number,
  place: (u: number, v: number, luck: number) => Placed
): void {
  const { brush, sheet } = moment
  const [side, random] = [sheet.width / across, seededRandom('tiles')]
  behind(moment)
  for (const row of range(sheet.height / side + 1))
    for (const column of range(across)) {
      const [u, v] = [(column + 0.5) / across, ((row + 0.5) * side) / sheet.height]
      const { dx = 0, dy = 0, turn = 0, alpha = 1 } = place(u, v, random())
      if (alpha <= 0) continue
      brush.save()
      brush.globalAlpha = alpha
      brush.translate((u + dx) * sheet.width, (v + dy) * sheet.height)
      brush.rotate(turn)
      const [x, y, size] = [column * side, row * side, side + 0.7]
      brush.drawImage(sheet, x, y, size, size, -side / 2, -side / 2, size, size)
      brush.restore()
    }
}

/**
 * Draws a round part of the image larger or smaller. Position and radius are shares of its width.
 */
function lens({ brush, sheet }: Moment, x: number, y: number, radius: number, scale: number): void {
  const [left, top] = [x * sheet.width, y * sheet.height]
  brush.save()
  brush.beginPath()
  brush.arc(left, top, radius * sheet.width * Math.max(1, scale), 0, Math.PI * 2)
  brush.clip()
  brush.translate(left, top)
  brush.scale(scale, scale)
  brush.drawImage(sheet, -left, -top)
  brush.restore()
}

/** Rises from 0 to 1 and falls again, a number of times. */
function beat(at: number, times: number): number {
  return at >= 1 ? 0 : Math.sin(((at * times) % 1) * Math.PI)
}
