import { between, upTo, type Random } from '#media/random.ts'
import type { Brush, Stage } from '#sandbox/pictures/stage.ts'
import { css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

export type Stop = readonly [at: number, colour: string]

/** Fills the whole sheet from one point to another. */
export function wash(
  brush: Brush,
  stage: Stage,
  from: readonly [number, number],
  to: readonly [number, number],
  stops: readonly Stop[]
): void {
  const gradient = brush.createLinearGradient(from[0], from[1], to[0], to[1])
  for (const [at, colour] of stops) gradient.addColorStop(at, colour)
  brush.fillStyle = gradient
  brush.fillRect(stage.left, stage.top, stage.right - stage.left, stage.bottom - stage.top)
}

/** Light that fades out with distance. */
export function glow(
  brush: Brush,
  x: number,
  y: number,
  radius: number,
  tone: Tone,
  alpha: number,
  add = true
): void {
  const gradient = brush.createRadialGradient(x, y, 0, x, y, radius)
  for (const [at, share] of [
    [0, 1],
    [0.25, 0.62],
    [0.55, 0.2],
    [0.8, 0.04],
    [1, 0]
  ] as const)
    gradient.addColorStop(at, css(tone, alpha * share))
  brush.save()
  if (add) brush.globalCompositeOperation = 'screen'
  brush.fillStyle = gradient
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  brush.restore()
}

export function disc(brush: Brush, x: number, y: number, radius: number, colour: string): void {
  brush.beginPath()
  brush.arc(x, y, Math.max(0, radius), 0, Math.PI * 2)
  brush.fillStyle = colour
  brush.fill()
}

export type Touch = {
  x: number
  y: number
  length: number
  width: number
  angle: number
  tone: Tone
  alpha: number
}

/** A stroke of a round brush, bent a little. */
export function touch(brush: Brush, { x, y, length, width, angle, tone, alpha }: Touch): void {
  const [dx, dy] = [Math.cos(angle) * length * 0.5, Math.sin(angle) * length * 0.5]
  brush.beginPath()
  brush.moveTo(x - dx, y - dy)
  brush.quadraticCurveTo(x + dy * 0.2, y - dx * 0.2, x + dx, y + dy)
  brush.strokeStyle = css(tone, alpha)
  brush.lineWidth = width
  brush.lineCap = 'round'
  brush.stroke()
}

export type Area = { x: number; y: number; width: number; height: number }

/** Many strokes of one colour, lighter and darker by chance: what makes a plain area look painted. */
export function texture(
  brush: Brush,
  random: Random,
  area: Area,
  tone: Tone,
  unit: number,
  options: { count: number; angle: number; alpha?: number; spread?: number }
): void {
  const { count, angle, alpha = 0.22, spread = 0.05 } = options
  for (const _ of upTo(count)) {
    touch(brush, {
      x: area.x + random() * area.width,
      y: area.y + random() * area.height,
      length: unit * between(random, 0.02, 0.09),
      width: unit * between(random, 0.002, 0.009),
      angle: angle + between(random, -0.25, 0.25),
      tone: lighter(tone, between(random, -spread, spread)),
      alpha: alpha * between(random, 0.4, 1)
    })
  }
}

/** Draws with the pen inside of a shape only. */
export function within(brush: Brush, shape: () => void, draw: () => void): void {
  brush.save()
  brush.beginPath()
  shape()
  brush.clip()
  draw()
  brush.restore()
}
