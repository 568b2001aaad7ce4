import { between, chance, choose, mix, upTo, type Random } from '#media/random.ts'
import type { Brush, Layer, Stage } from '#sandbox/pictures/stage.ts'
import { disc, glow, texture, touch, within } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** Lengths are shares of the head's height; the chin is at 0, up is negative. */
type Sitter = { skin: Tone; hair: Tone; cloth: Tone; long: boolean; side: 1 | -1; random: Random }

function sitterOf(stage: Stage): Sitter {
  const random = stage.random('sitter')
  const skins: readonly Tone[] = [
    [0.8, 0.065, 55],
    [0.7, 0.08, 55],
    [0.56, 0.08, 50],
    [0.43, 0.065, 45],
    [0.86, 0.05, 50]
  ]
  const skin = choose(random, skins)
  const hairs: readonly Tone[] = [
    [0.2, 0.02, 40],
    [0.3, 0.06, 45],
    [0.45, 0.1, 50],
    [0.72, 0.1, 80],
    stage.palette.near
  ]
  return {
    skin,
    hair: skin[0] < 0.6 ? [0.17, 0.02, 40] : choose(random, hairs),
    cloth: stage.palette.accents[0],
    long: chance(random, 0.6),
    side: chance(random, 0.5) ? 1 : -1,
    random
  }
}

/** Head and shoulders, a little in motion as of breath. */
export function figure(stage: Stage): Layer {
  const { width, height, unit } = stage
  return {
    depth: 0.45,
    moves: true,
    paint: (brush, seconds) => {
      const sitter = sitterOf(stage)
      const size = Math.min(unit * 0.4, height * 0.42)
      brush.save()
      brush.translate(width / 2, height * 0.6 + Math.sin(seconds * 1.3) * unit * 0.0025)
      brush.scale(size * sitter.side, size)
      if (sitter.long) backHair(brush, stage, sitter, seconds)
      body(brush, stage, sitter)
      head(brush, sitter)
      fringe(brush, stage, sitter)
      face(brush, sitter)
      brush.restore()
    }
  }
}

function backHair(brush: Brush, stage: Stage, { hair }: Sitter, seconds: number): void {
  const sway = Math.sin(seconds * 0.8) * 0.012
  const outline = (): void => {
    brush.moveTo(0, -1.16)
    brush.bezierCurveTo(0.62, -1.18, 0.62, -0.5, 0.55, -0.1)
    brush.bezierCurveTo(0.52, 0.2, 0.7 + sway, 0.4, 0.52 + sway, 0.62)
    brush.lineTo(-0.5 + sway, 0.62)
    brush.bezierCurveTo(-0.72 + sway, 0.3, -0.5, 0.1, -0.55, -0.2)
    brush.bezierCurveTo(-0.6, -0.8, -0.5, -1.15, 0, -1.16)
  }
  within(brush, outline, () => {
    brush.fillStyle = css(lighter(hair, -0.04))
    brush.fillRect(-1, -1.4, 2, 2.2)
    strands(brush, stage.random('strands'), hair, 70)
  })
}

function strands(brush: Brush, random: Random, hair: Tone, count: number): void {
  for (const _ of upTo(count)) {
    const x = between(random, -0.62, 0.62)
    brush.beginPath()
    brush.moveTo(x * 0.5, -1.12)
    brush.bezierCurveTo(x * 1.1, -0.9, x, -0.2, x + between(random, -0.08, 0.08), 0.6)
    brush.strokeStyle = css(lighter(hair, between(random, -0.05, 0.1)), 0.5)
    brush.lineWidth = between(random, 0.004, 0.016)
    brush.stroke()
  }
}

function body(brush: Brush, stage: Stage, { skin, cloth }: Sitter): void {
  brush.fillStyle = css(lighter(skin, -0.11))
  brush.fillRect(-0.17, -0.2, 0.34, 0.5)
  const shoulders = (): void => {
    brush.moveTo(-1.15, 1.6)
    brush.bezierCurveTo(-1.1, 0.5, -0.7, 0.4, -0.22, 0.2)
    brush.quadraticCurveTo(0, 0.42, 0.22, 0.2)
    brush.bezierCurveTo(0.7, 0.4, 1.1, 0.5, 1.15, 1.6)
  }
  within(brush, shoulders, () => {
    brush.fillStyle = css(cloth)
    brush.fillRect(-1.5, 0, 3, 2)
    brush.fillStyle = css(lighter(cloth, -0.09))
    brush.beginPath()
    brush.moveTo(0.1, 0)
    brush.bezierCurveTo(0.5, 0.6, 0.2, 1.2, 0.3, 2)
    brush.lineTo(1.5, 2)
    brush.lineTo(1.5, 0)
    brush.fill()
    texture(
      brush,
      stage.random('cloth'),
      { x: -1.2, y: 0.1, width: 2.4, height: 1.5 },
      cloth,
      2.4,
      {
        count: 150,
        angle: 1.2,
        alpha: 0.25,
        spread: 0.08
      }
    )
  })
  brush.beginPath()
  brush.moveTo(-0.22, 0.2)
  brush.quadraticCurveTo(0, 0.42, 0.22, 0.2)
  brush.lineTo(0.17, 0.08)
  brush.lineTo(-0.17, 0.08)
  brush.fillStyle = css(lighter(skin, -0.05))
  brush.fill()
}

function outlineOfHead(brush: Brush): void {
  brush.moveTo(0, 0.02)
  brush.bezierCurveTo(0.2, 0.02, 0.36, -0.2, 0.39, -0.5)
  brush.bezierCurveTo(0.42, -0.86, 0.26, -1.02, 0, -1.02)
  brush.bezierCurveTo(-0.26, -1.02, -0.42, -0.86, -0.39, -0.5)
  brush.bezierCurveTo(-0.36, -0.2, -0.2, 0.02, 0, 0.02)
}

function head(brush: Brush, { skin }: Sitter): void {
  for (const side of [-1, 1]) disc(brush, side * 0.39, -0.45, 0.07, css(lighter(skin, -0.06)))
  within(
    brush,
    () => outlineOfHead(brush),
    () => {
      brush.fillStyle = css(skin)
      brush.fillRect(-1, -1.2, 2, 1.4)
      brush.beginPath()
      brush.moveTo(0.03, -1.1)
      brush.bezierCurveTo(0.12, -0.7, 0.02, -0.52, 0.09, -0.36)
      brush.bezierCurveTo(0.03, -0.28, 0.08, -0.15, 0.02, 0.1)
      brush.lineTo(1, 0.1)
      brush.lineTo(1, -1.1)
      brush.fillStyle = css(lighter(skin, -0.075))
      brush.fill()
      for (const side of [-1, 1]) glow(brush, side * 0.2, -0.3, 0.15, [0.66, 0.15, 28], 0.3, false)
    }
  )
}

function face(brush: Brush, { skin, hair }: Sitter): void {
  const line = lighter(blend(skin, [0.3, 0.06, 30], 0.75), -0.04)
  brush.lineCap = 'round'
  for (const side of [-1, 1]) {
    brush.strokeStyle = css(line)
    brush.lineWidth = 0.017
    brush.beginPath()
    brush.moveTo(side * 0.1, -0.5)
    brush.quadraticCurveTo(side * 0.18, -0.44, side * 0.27, -0.505)
    brush.stroke()
    brush.lineWidth = 0.009
    for (const lash of [0.16, 0.2, 0.24]) {
      brush.beginPath()
      brush.moveTo(side * lash, -0.468 - Math.abs(lash - 0.19) * 0.3)
      brush.lineTo(side * (lash + 0.014), -0.436 - Math.abs(lash - 0.19) * 0.3)
      brush.stroke()
    }
    brush.strokeStyle = css(blend(hair, line, 0.3))
    brush.lineWidth = 0.026
    brush.beginPath()
    brush.moveTo(side * 0.09, -0.615)
    brush.quadraticCurveTo(side * 0.19, -0.665, side * 0.29, -0.6)
    brush.stroke()
  }
  brush.strokeStyle = css(line, 0.7)
  brush.lineWidth = 0.012
  brush.beginPath()
  brush.moveTo(0.03, -0.3)
  brush.quadraticCurveTo(0.0, -0.27, -0.045, -0.295)
  brush.stroke()
  mouth(brush, blend([0.55, 0.15, 22], skin, 0.25))
}

function mouth(brush: Brush, lips: Tone): void {
  brush.beginPath()
  brush.moveTo(-0.11, -0.165)
  brush.quadraticCurveTo(-0.04, -0.205, 0, -0.185)
  brush.quadraticCurveTo(0.04, -0.205, 0.11, -0.165)
  brush.quadraticCurveTo(0, -0.15, -0.11, -0.165)
  brush.fillStyle = css(lighter(lips, -0.06))
  brush.fill()
  brush.beginPath()
  brush.moveTo(-0.11, -0.165)
  brush.quadraticCurveTo(0, -0.15, 0.11, -0.165)
  brush.quadraticCurveTo(0, -0.085, -0.11, -0.165)
  brush.fillStyle = css(lips)
  brush.fill()
}

function fringe(brush: Brush, stage: Stage, { hair, long }: Sitter): void {
  const outline = (): void => {
    brush.moveTo(-0.44, long ? -0.3 : -0.52)
    brush.bezierCurveTo(-0.52, -0.98, -0.28, -1.2, 0.02, -1.18)
    brush.bezierCurveTo(0.36, -1.18, 0.5, -0.92, 0.44, long ? -0.3 : -0.52)
    brush.bezierCurveTo(0.42, -0.62, 0.34, -0.74, 0.2, -0.84)
    brush.bezierCurveTo(0.04, -0.76, -0.24, -0.76, -0.35, -0.66)
    brush.bezierCurveTo(-0.4, -0.56, -0.42, -0.44, -0.44, long ? -0.3 : -0.52)
  }
  within(brush, outline, () => {
    brush.fillStyle = css(hair)
    brush.fillRect(-1, -1.4, 2, 2)
    const random = stage.random('fringe')
    for (const _ of upTo(46))
      touch(brush, {
        x: between(random, -0.45, 0.45),
        y: between(random, -1.15, -0.5),
        length: between(random, 0.1, 0.3),
        width: between(random, 0.006, 0.018),
        angle: mix(-0.7, 0.9, random()),
        tone: lighter(hair, between(random, -0.04, 0.12)),
        alpha: 0.55
      })
  })
}
