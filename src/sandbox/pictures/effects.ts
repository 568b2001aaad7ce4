import type { Canvas } from '@napi-rs/canvas'
import { smooth, upTo, wandering } from '#media/random.ts'
import {
  beats,
  behind,
  columns,
  cutOut,
  inOval,
  rows,
  tiles,
  type Moment
} from '#sandbox/pictures/effect-parts.ts'
import type { Motion } from '#sandbox/pictures/motion.ts'
import type { Stage } from '#sandbox/pictures/stage.ts'
import { glow } from '#sandbox/pictures/strokes.ts'
import { css } from '#sandbox/pictures/tone.ts'

type Effect = (moment: Moment) => void

const bulge = (share: number): number => Math.sin(Math.PI * share)
/** From the ground up, so much lower. */
const lower = (by: number) => (share: number) => 1 - (1 - share) * (1 - by)

/** What can be done to a picture, by the names under which it is known. */
export const EFFECTS = {
  Levitate: moment => {
    const oval = { x: 0.5, y: 0.54, wide: 0.3, tall: 0.38 }
    hollow(moment, oval)
    cutOut(moment, oval, { rise: moment.at * (0.16 + 0.015 * Math.sin(moment.seconds * 2.4)) })
  },
  Decapitate: moment => {
    const oval = { x: 0.5, y: 0.36, wide: 0.19, tall: 0.25 }
    hollow(moment, oval)
    cutOut(moment, oval, { rise: moment.at * 0.3, turn: moment.at * 0.5 })
  },
  'Eye-pop': moment => {
    moment.brush.drawImage(moment.sheet, 0, 0)
    for (const x of [0.42, 0.58])
      cutOut(
        moment,
        { x, y: 0.4, wide: 0.065, tall: 0.075 },
        { scale: 1 + 1.6 * beats(moment.at, 2) }
      )
  },
  'Ta-da': moment => {
    moment.brush.drawImage(moment.sheet, 0, 0)
    curtain(moment, smooth(0, 0.4, moment.at) - smooth(0.55, 0.95, moment.at))
  },
  Deflate: moment =>
    rows(
      moment,
      share => 1 - 0.5 * moment.at * bulge(share) + 0.03 * moment.at * Math.sin(share * 40),
      lower(0.62 * moment.at)
    ),
  Inflate: moment => {
    const swell = moment.at * (1 + 0.06 * Math.sin(moment.seconds * 7))
    rows(
      moment,
      share => 1 + 0.55 * swell * bulge(share),
      share => share - 0.12 * swell * Math.cos(Math.PI * share)
    )
  },
  Squish: moment => {
    const press = 0.5 * beats(moment.at, 2) + 0.25 * moment.at
    rows(moment, share => 1 + 0.4 * press * bulge(share), lower(press))
  },
  Crush: moment =>
    rows(moment, share => 1 + 0.16 * moment.at * Math.sin(share * 70), lower(0.9 * moment.at ** 2)),
  Melt: moment => {
    const way = wandering(moment.stage.random('melt'), 4)
    columns(moment, share => moment.at ** 1.5 * (0.55 + 0.4 * way(share * 9)))
  },
  Crumble: moment =>
    tiles(moment, 26, (_, v, luck) => {
      const fallen = Math.max(0, moment.at * 1.3 - (1 - v) * 0.55 - luck * 0.3)
      return { dy: 3 * fallen ** 2, turn: (luck - 0.5) * 5 * fallen }
    }),
  Explode: moment =>
    tiles(moment, 22, (u, v, luck) => {
      const gone = Math.max(0, moment.at - 0.12) ** 0.7
      const far = gone * (1.2 + luck * 1.6)
      return {
        dx: (u - 0.5) * far,
        dy: (v - 0.5) * far + 0.35 * gone ** 2,
        turn: (luck - 0.5) * 7 * gone,
        scale: 1 - 0.4 * gone
      }
    }),
  Dissolve: moment =>
    tiles(moment, 72, (_, __, luck) => ({
      alpha: 1 - smooth(luck * 0.7, luck * 0.7 + 0.28, moment.at),
      dy: -0.08 * luck * moment.at
    })),
  'Cake-ify': moment => cake(moment),
  Peel: moment => {
    const { brush, sheet, stage, at } = moment
    const line = at * stage.height
    behind(moment)
    brush.drawImage(
      sheet,
      0,
      line,
      stage.width,
      stage.height - line,
      0,
      line,
      stage.width,
      stage.height - line
    )
    roll(moment, line, stage.height * 0.12 * smooth(0, 0.2, at))
  },
  Poke: moment => {
    const dent = beats(moment.at, 3)
    moment.brush.drawImage(moment.sheet, 0, 0)
    for (const ring of upTo(8)) {
      const size = 0.2 - ring * 0.024
      cutOut(
        moment,
        { x: 0.5, y: 0.5, wide: size, tall: size * (moment.stage.width / moment.stage.height) },
        { scale: 1 - dent * 0.07 * (ring + 1) }
      )
    }
  },
  Tear: moment => {
    behind(moment)
    half(moment, -1)
    half(moment, 1)
  }
} as const satisfies Record<string, Effect>

export type EffectName = keyof typeof EFFECTS

/** An effect that comes over a picture, and is whole shortly before the end. */
export function effectMotion(stage: Stage, name: EffectName, sheet: Canvas): Motion {
  const effect: Effect = EFFECTS[name]
  return (brush, progress, seconds) =>
    effect({ brush, sheet, stage, at: smooth(0.08, 0.94, progress), seconds })
}

/** The picture, dark where something has left it. */
function hollow(moment: Moment, oval: Parameters<typeof inOval>[1]): void {
  moment.brush.drawImage(moment.sheet, 0, 0)
  moment.brush.save()
  moment.brush.globalAlpha = smooth(0, 0.15, moment.at)
  inOval(moment, oval, () => behind(moment))
  moment.brush.restore()
}

/** @param shut from 0, open, to 1 */
function curtain({ brush, stage, at }: Moment, shut: number): void {
  const { width, height, unit, palette } = stage
  const long = (width / 2) * shut
  for (const fold of upTo(10)) {
    brush.fillStyle = css([0.42 + 0.08 * (fold % 2), 0.16, 25])
    const wide = long / 10 + 0.7
    brush.fillRect((fold * long) / 10, 0, wide, height)
    brush.fillRect(width - ((fold + 1) * long) / 10, 0, wide, height)
  }
  const random = stage.random('sparks')
  for (const _ of upTo(24))
    glow(
      brush,
      random() * width,
      random() * height,
      unit * 0.05,
      palette.light,
      smooth(0.6, 0.9, at)
    )
}

/** A knife goes through, and the cut shows the layers. */
function cake(moment: Moment): void {
  const { brush, sheet, stage, at } = moment
  const { width, height } = stage
  const [cut, away] = [width * 0.58, width * 0.22 * smooth(0.35, 1, at)]
  brush.drawImage(sheet, 0, 0)
  for (const layer of upTo(8)) {
    brush.fillStyle = css(layer % 2 === 0 ? [0.82, 0.08, 80] : [0.97, 0.02, 60])
    brush.fillRect(cut, (height * layer) / 8, away, height / 8 + 1)
  }
  brush.drawImage(sheet, cut, 0, width - cut, height, cut + away, 0, width - cut, height)
  brush.fillStyle = css([0.86, 0.01, 250])
  const edge = height * (smooth(0, 0.3, at) - smooth(0.3, 0.5, at)) * 1.1
  brush.fillRect(cut - width * 0.006, 0, width * 0.012, edge)
}

function roll({ brush, stage: { width } }: Moment, y: number, thick: number): void {
  const shade = brush.createLinearGradient(0, y - thick, 0, y)
  shade.addColorStop(0, css([0.6, 0.01, 90]))
  shade.addColorStop(0.4, css([0.98, 0.01, 90]))
  shade.addColorStop(1, css([0.45, 0.01, 90]))
  brush.fillStyle = shade
  brush.fillRect(0, y - thick, width, thick)
}

/** One half of a sheet of paper that is torn. @param side -1 for the one at the left */
function half({ brush, sheet, stage: { width, height }, at }: Moment, side: number): void {
  brush.save()
  brush.translate(side * width * 0.3 * at, height * 0.06 * at)
  brush.rotate(side * 0.16 * at)
  brush.beginPath()
  brush.moveTo(side < 0 ? 0 : width, 0)
  for (const step of upTo(25))
    brush.lineTo(width * (0.5 + (step % 2 === 0 ? 0.018 : -0.018)), (height * step) / 24)
  brush.lineTo(side < 0 ? 0 : width, height)
  brush.clip()
  brush.drawImage(sheet, 0, 0)
  brush.restore()
}
