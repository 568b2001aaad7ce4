import { between, choose, upTo, type Random } from '#media/random.ts'
import type { Look } from '#sandbox/headshot/templates.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { disc, glow } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** Height of a portrait by its width; everything is drawn as for a width of 1. */
export const TALL = 1.25

type Tones = Look['tones']

/** What stands behind a person, out of focus. */
export function paintBackdrop(brush: Brush, { backdrop, tones }: Look, random: Random): void {
  wall(brush, tones)
  if (backdrop === 'lights') lights(brush, tones, random)
  if (backdrop === 'office') office(brush, tones, random)
  if (backdrop === 'playroom') playroom(brush, tones, random)
}

function wall(brush: Brush, [near, edge]: Tones): void {
  const gradient = brush.createRadialGradient(0.5, 0.5, 0.1, 0.5, 0.6, 0.95)
  gradient.addColorStop(0, css(near))
  gradient.addColorStop(0.55, css(blend(near, edge, 0.55)))
  gradient.addColorStop(1, css(edge))
  brush.fillStyle = gradient
  brush.fillRect(0, 0, 1, TALL)
}

function lights(brush: Brush, [near, , bright]: Tones, random: Random): void {
  for (const _ of upTo(34)) {
    const [x, y, radius] = [random(), random() * TALL * 0.85, between(random, 0.02, 0.085)]
    disc(brush, x, y, radius, css(blend(near, bright, random()), between(random, 0.12, 0.4)))
    glow(brush, x, y, radius * 1.6, bright, 0.12)
  }
}

/** Windows and the edge of a shelf, far away. */
function office(brush: Brush, [near, edge, bright]: Tones, random: Random): void {
  const pane = between(random, 0.17, 0.23)
  for (const at of upTo(6)) {
    const gradient = brush.createLinearGradient(0, 0, 0, 0.85)
    gradient.addColorStop(0, css(bright, 0.75))
    gradient.addColorStop(1, css(lighter(near, -0.04), 0.4))
    brush.fillStyle = gradient
    brush.fillRect(at * pane + 0.015, 0.04, pane - 0.03, 0.82)
  }
  brush.fillStyle = css(lighter(edge, -0.12), 0.5)
  brush.fillRect(0, 0.9, 1, 0.05)
  glow(brush, between(random, 0.1, 0.9), 0.2, 0.5, bright, 0.35)
}

/** Bunting, balls and paper clouds. */
function playroom(brush: Brush, [near, edge, bright]: Tones, random: Random): void {
  const paints: readonly Tone[] = [
    bright,
    edge,
    [0.78, 0.15, 140],
    [0.85, 0.15, 90],
    [0.72, 0.14, 320]
  ]
  for (const at of upTo(9)) {
    const [x, y] = [at * 0.125 - 0.03, 0.07 + Math.sin((at / 8) * Math.PI) * 0.05]
    brush.beginPath()
    brush.moveTo(x, y)
    brush.lineTo(x + 0.1, y)
    brush.lineTo(x + 0.05, y + 0.11)
    brush.fillStyle = css(paints[at % paints.length] ?? bright, 0.9)
    brush.fill()
  }
  for (const _ of upTo(16)) {
    const side = random() < 0.5 ? between(random, -0.02, 0.24) : between(random, 0.76, 1.02)
    disc(
      brush,
      side,
      between(random, 0.3, TALL),
      between(random, 0.03, 0.08),
      css(choose(random, paints), 0.55)
    )
  }
  for (const _ of upTo(5))
    disc(
      brush,
      random(),
      between(random, 0.2, 0.35),
      between(random, 0.04, 0.08),
      css(lighter(near, 0.03), 0.8)
    )
}
