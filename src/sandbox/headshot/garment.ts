import { upTo, type Random } from '#media/random.ts'
import { TALL } from '#sandbox/headshot/backdrop.ts'
import type { Garment } from '#sandbox/headshot/templates.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { disc, texture, within } from '#sandbox/pictures/strokes.ts'
import { css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

type Point = readonly [x: number, y: number]

/** Dresses shoulders and chest; `random` weaves the cloth. Lengths are shares of the width. */
export function paintGarment(brush: Brush, garment: Garment, random: Random): void {
  switch (garment.cut) {
    case 'suit':
      return suit(brush, garment, random)
    case 'shirt':
      return shirt(brush, garment, random)
    case 'round':
      return round(brush, garment, random)
  }
}

/** Shoulders with an opening for the neck that goes down to there. */
function body(brush: Brush, opening: number, pointed: boolean): void {
  brush.moveTo(0.385, 0.84)
  if (pointed) {
    brush.lineTo(0.5, opening)
    brush.lineTo(0.615, 0.84)
  } else brush.bezierCurveTo(0.41, opening, 0.59, opening, 0.615, 0.84)
  brush.bezierCurveTo(0.72, 0.89, 0.9, 0.91, 0.96, 1.02)
  brush.lineTo(1.04, TALL + 0.02)
  brush.lineTo(-0.04, TALL + 0.02)
  brush.lineTo(0.04, 1.02)
  brush.bezierCurveTo(0.1, 0.91, 0.28, 0.89, 0.385, 0.84)
}

/** Cloth in the outline that is drawn: lit from above, dark towards the arms, woven. */
function cloth(
  brush: Brush,
  tone: Tone,
  outline: () => void,
  random: Random,
  more: () => void = () => {}
): void {
  within(brush, outline, () => {
    const gradient = brush.createLinearGradient(0.3, 0.82, 0.42, TALL)
    gradient.addColorStop(0, css(lighter(tone, 0.06)))
    gradient.addColorStop(1, css(lighter(tone, -0.07)))
    brush.fillStyle = gradient
    brush.fillRect(-0.1, 0.7, 1.2, 0.6)
    more()
    texture(brush, random, { x: 0, y: 0.8, width: 1, height: 0.46 }, tone, 1, {
      count: 900,
      angle: 1.4,
      alpha: 0.1,
      spread: 0.05
    })
    const sides = brush.createLinearGradient(0, 0, 1, 0)
    for (const [at, alpha] of [0.4, 0, 0, 0.45].entries())
      sides.addColorStop(at / 3, css([0.05, 0, 0], alpha))
    brush.fillStyle = sides
    brush.fillRect(-0.1, 0.7, 1.2, 0.6)
  })
}

function fill(brush: Brush, tone: Tone, points: readonly Point[], alpha = 1): void {
  brush.beginPath()
  for (const [x, y] of points) brush.lineTo(x, y)
  brush.closePath()
  brush.fillStyle = css(tone, alpha)
  brush.fill()
}

/** The same at both sides of the middle. */
function both(points: readonly Point[]): readonly (readonly Point[])[] {
  return [points, points.map(([x, y]): Point => [1 - x, y])]
}

function suit(
  brush: Brush,
  { cloth: tone, shirt: linen, tie, bow, flower }: Extract<Garment, { cut: 'suit' }>,
  random: Random
): void {
  cloth(
    brush,
    linen,
    () => body(brush, tie === undefined && bow === undefined ? 0.97 : 0.9, true),
    random
  )
  if (tie !== undefined) necktie(brush, tie)
  for (const wing of both([
    [0.385, 0.835],
    [0.43, 0.83],
    [0.5, 0.905],
    [0.45, 0.955]
  ]))
    fill(brush, lighter(linen, -0.02), wing)
  if (bow !== undefined) bowTie(brush, bow)
  cloth(brush, tone, () => body(brush, 1.22, true), random)
  for (const lapel of both([
    [0.375, 0.845],
    [0.29, 0.945],
    [0.345, 0.985],
    [0.33, 1.01],
    [0.5, 1.23]
  ])) {
    fill(brush, lighter(tone, 0.05), lapel)
    fill(brush, lighter(tone, -0.08), lapel.slice(0, 3), 0.35)
  }
  if (flower !== undefined)
    for (const at of upTo(7))
      disc(brush, ...petal(at), 0.018, css(lighter(flower, -0.02 * (at % 3))))
}

function petal(at: number): [number, number] {
  return at === 6
    ? [0.71, 1.03]
    : [0.71 + Math.cos((at * Math.PI) / 3) * 0.02, 1.03 + Math.sin((at * Math.PI) / 3) * 0.02]
}

function necktie(brush: Brush, tone: Tone): void {
  fill(brush, lighter(tone, 0.04), [
    [0.465, 0.895],
    [0.535, 0.895],
    [0.52, 0.955],
    [0.48, 0.955]
  ])
  fill(brush, tone, [
    [0.48, 0.955],
    [0.52, 0.955],
    [0.55, 1.26],
    [0.45, 1.26]
  ])
}

function bowTie(brush: Brush, tone: Tone): void {
  for (const wing of both([
    [0.5, 0.915],
    [0.42, 0.885],
    [0.42, 0.955],
    [0.5, 0.93]
  ]))
    fill(brush, tone, wing)
  disc(brush, 0.5, 0.922, 0.016, css(lighter(tone, 0.08)))
}

function shirt(
  brush: Brush,
  { cloth: tone, under }: Extract<Garment, { cut: 'shirt' }>,
  random: Random
): void {
  cloth(
    brush,
    tone,
    () => body(brush, 1.02, true),
    random,
    () => {
      fill(brush, lighter(tone, -0.06), [
        [0.497, 1],
        [0.503, 1],
        [0.503, 1.26],
        [0.497, 1.26]
      ])
      for (const at of upTo(3)) disc(brush, 0.5, 1.06 + at * 0.075, 0.006, css(under))
    }
  )
  for (const wing of both([
    [0.375, 0.825],
    [0.42, 0.815],
    [0.5, 1.01],
    [0.425, 0.985]
  ])) {
    fill(brush, lighter(tone, 0.03), wing)
    fill(brush, lighter(under, -0.1), wing.slice(1, 3).concat([[wing[2]?.[0] ?? 0, 1.0]]), 0.4)
  }
}

function round(
  brush: Brush,
  { cloth: tone, stripes, logo }: Extract<Garment, { cut: 'round' }>,
  random: Random
): void {
  cloth(
    brush,
    tone,
    () => body(brush, 0.93, false),
    random,
    () => {
      if (stripes === undefined) return
      brush.fillStyle = css(stripes, 0.9)
      for (const at of upTo(5)) brush.fillRect(-0.1, 0.93 + at * 0.075, 1.2, 0.03)
    }
  )
  brush.beginPath()
  brush.moveTo(0.385, 0.842)
  brush.bezierCurveTo(0.41, 0.932, 0.59, 0.932, 0.615, 0.842)
  brush.strokeStyle = css(lighter(tone, -0.08))
  brush.lineWidth = 0.014
  brush.stroke()
  if (logo !== undefined) emblem(brush, logo)
}

/** A mark that nobody has. */
function emblem(brush: Brush, tone: Tone): void {
  disc(brush, 0.5, 1.1, 0.07, css(tone))
  fill(brush, lighter(tone, 0.3), [
    [0.5, 1.05],
    [0.545, 1.13],
    [0.455, 1.13]
  ])
}
