import type { Canvas } from '@napi-rs/canvas'
import { seededRandom, smooth, upTo } from '#media/random.ts'
import type { Brush, Stage } from '#sandbox/pictures/stage.ts'

/** One moment of an effect: the picture that it happens to, and how far it has come, from 0 to 1. */
export type Moment = { brush: Brush; sheet: Canvas; stage: Stage; at: number; seconds: number }

const STRIP = 3

/** What is seen where the picture has gone: the same, large, far and dark. */
export function behind({ brush, sheet, stage: { width, height } }: Moment): void {
  brush.drawImage(sheet, -width * 0.2, -height * 0.2, width * 1.4, height * 1.4)
  brush.fillStyle = 'rgb(12 10 20 / 0.62)'
  brush.fillRect(0, 0, width, height)
}

/** The picture row by row. @param wide how wide a row is; @param to where it stands; both by its share of the height */
export function rows(
  moment: Moment,
  wide: (share: number) => number,
  to: (share: number) => number
): void {
  const { brush, sheet, stage } = moment
  behind(moment)
  for (const index of upTo(stage.height / STRIP)) {
    const [share, next] = [(index * STRIP) / stage.height, ((index + 1) * STRIP) / stage.height]
    const long = stage.width * wide(share)
    const [top, bottom] = [to(share) * stage.height, to(next) * stage.height]
    // One pixel more of the picture, so that no seam shows.
    const tall = ((bottom - top) * (STRIP + 1)) / STRIP
    brush.drawImage(
      sheet,
      0,
      index * STRIP,
      stage.width,
      STRIP + 1,
      (stage.width - long) / 2,
      top,
      long,
      tall
    )
  }
}

/** The picture column by column, each as far down as it is said, and as much longer. */
export function columns(moment: Moment, down: (share: number) => number): void {
  const { brush, sheet, stage } = moment
  behind(moment)
  for (const index of upTo(stage.width / STRIP + 1)) {
    const fall = down((index * STRIP) / stage.width) * stage.height
    brush.drawImage(
      sheet,
      index * STRIP,
      0,
      STRIP + 1,
      stage.height,
      index * STRIP,
      fall,
      STRIP + 1,
      stage.height + fall * 0.6
    )
  }
}

/** Where a tile is, in widths and heights of the picture, and how it is turned; `luck` is its own, from 0 to 1. */
export type Placed = { dx?: number; dy?: number; turn?: number; alpha?: number; scale?: number }

/** The picture in tiles, so many across. */
export function tiles(
  moment: Moment,
  across: number,
  place: (u: number, v: number, luck: number) => Placed
): void {
  const { brush, sheet, stage } = moment
  const side = stage.width / across
  const random = seededRandom('tiles')
  behind(moment)
  for (const row of upTo(stage.height / side + 1))
    for (const column of upTo(across)) {
      const {
        dx = 0,
        dy = 0,
        turn = 0,
        alpha = 1,
        scale = 1
      } = place((column + 0.5) / across, ((row + 0.5) * side) / stage.height, random())
      if (alpha <= 0) continue
      brush.save()
      brush.globalAlpha = alpha
      brush.translate(
        (column + 0.5) * side + dx * stage.width,
        (row + 0.5) * side + dy * stage.height
      )
      brush.rotate(turn)
      brush.scale(scale, scale)
      brush.drawImage(
        sheet,
        column * side,
        row * side,
        side + 0.7,
        side + 0.7,
        -side / 2,
        -side / 2,
        side + 0.7,
        side + 0.7
      )
      brush.restore()
    }
}

/** An oval of the picture: its middle and its half axes, in widths and heights. */
export type Oval = { x: number; y: number; wide: number; tall: number }

/** Draws only inside of an oval. */
export function inOval(
  { brush, stage: { width, height } }: Moment,
  { x, y, wide, tall }: Oval,
  draw: () => void
): void {
  brush.save()
  brush.beginPath()
  brush.ellipse(x * width, y * height, wide * width, tall * height, 0, 0, Math.PI * 2)
  brush.clip()
  draw()
  brush.restore()
}

/** Takes an oval out of the picture, and draws it larger, higher or turned. */
export function cutOut(
  moment: Moment,
  oval: Oval,
  { rise = 0, turn = 0, scale = 1 }: { rise?: number; turn?: number; scale?: number }
): void {
  const { brush, sheet, stage } = moment
  const [x, y] = [oval.x * stage.width, oval.y * stage.height]
  brush.save()
  brush.translate(x, y - rise * stage.height)
  brush.rotate(turn)
  brush.scale(scale, scale)
  brush.translate(-x, -y)
  inOval(moment, oval, () => brush.drawImage(sheet, 0, 0))
  brush.restore()
}

/** 0, then up to 1 and down again, so many times. */
export function beats(at: number, times: number): number {
  const within = (at * times) % 1
  return at >= 1 ? 0 : smooth(0, 0.35, within) * (1 - smooth(0.5, 1, within))
}
