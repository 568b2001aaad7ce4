import { between, upTo } from '#media/random.ts'
import type { Brush, Layer, Stage } from '#sandbox/pictures/stage.ts'
import { glow } from '#sandbox/pictures/strokes.ts'
import { css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** Birds far away, that beat their wings as they cross. */
export function birds(stage: Stage, top: number, bottom: number): Layer {
  const { unit, palette, width } = stage
  return {
    depth: 0.3,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('birds')
      const [middle, height] = [between(random, 0.3, 0.7) * width, between(random, top, bottom)]
      brush.strokeStyle = css(palette.dark ? lighter(palette.sky[2], 0.1) : palette.near, 0.85)
      brush.lineCap = 'round'
      for (const at of upTo(9)) {
        const size = unit * between(random, 0.008, 0.02)
        const x = middle + between(random, -0.18, 0.18) * width + seconds * unit * 0.03
        const y = height + between(random, -0.07, 0.07) * stage.height
        const beat = Math.sin(seconds * 5 + at * 1.3) * 0.5
        brush.lineWidth = size * 0.16
        brush.beginPath()
        brush.moveTo(x - size, y - size * (0.35 + beat))
        brush.quadraticCurveTo(x - size * 0.4, y - size * (0.5 + beat * 0.4), x, y)
        brush.quadraticCurveTo(
          x + size * 0.4,
          y - size * (0.5 + beat * 0.4),
          x + size,
          y - size * (0.35 + beat)
        )
        brush.stroke()
      }
    }
  }
}

/** A hut with a lit window, its foot at a place. */
export function hut(brush: Brush, stage: Stage, x: number, foot: number, size: number): void {
  const wall: Tone = stage.palette.dark ? [0.2, 0.03, 40] : [0.44, 0.08, 40]
  const lamp: Tone = [0.9, 0.13, 80]
  const [wide, tall] = [size, size * 0.55]
  brush.fillStyle = css(wall)
  brush.fillRect(x - wide / 2, foot - tall, wide, tall + size * 0.2)
  brush.fillStyle = css(lighter(wall, -0.08))
  brush.fillRect(x + wide * 0.16, foot - tall, wide * 0.34, tall + size * 0.2)
  brush.beginPath()
  brush.moveTo(x - wide * 0.62, foot - tall * 0.92)
  brush.lineTo(x - wide * 0.12, foot - tall * 1.75)
  brush.lineTo(x + wide * 0.42, foot - tall * 1.75)
  brush.lineTo(x + wide * 0.64, foot - tall * 0.92)
  brush.fillStyle = css(stage.has('snow') ? [0.95, 0.015, 250] : lighter(wall, -0.14))
  brush.fill()
  brush.fillRect(x + wide * 0.2, foot - tall * 2.05, wide * 0.09, tall * 0.5)
  brush.fillStyle = css(lamp)
  for (const at of [-0.32, -0.08])
    brush.fillRect(x + wide * at, foot - tall * 0.68, wide * 0.14, tall * 0.36)
  glow(brush, x - wide * 0.13, foot - tall * 0.5, size * 1.1, lamp, 0.5)
}

/** A sailing boat on the water. */
export function boat(stage: Stage, line: number): Layer {
  const { unit, palette } = stage
  return {
    depth: 0.4,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('boat')
      const size = unit * between(random, 0.1, 0.14)
      brush.save()
      brush.translate(
        stage.width * between(random, 0.36, 0.64) + seconds * unit * 0.008,
        line + unit * 0.09 + Math.sin(seconds * 1.6) * unit * 0.003
      )
      brush.rotate(Math.sin(seconds * 1.2) * 0.03)
      hull(brush, size, palette.near)
      sail(brush, size, 1, lighter(palette.light, -0.02))
      sail(brush, size, -0.7, palette.accents[0])
      brush.globalAlpha = 0.22
      brush.scale(1, -0.45)
      brush.translate(0, -size * 0.2)
      sail(brush, size, 1, palette.light)
      sail(brush, size, -0.7, palette.accents[0])
      brush.restore()
    }
  }
}

function hull(brush: Brush, size: number, tone: Tone): void {
  brush.beginPath()
  brush.moveTo(-size * 0.7, -size * 0.04)
  brush.quadraticCurveTo(-size * 0.5, size * 0.2, -size * 0.2, size * 0.18)
  brush.lineTo(size * 0.4, size * 0.18)
  brush.quadraticCurveTo(size * 0.7, size * 0.14, size * 0.85, -size * 0.1)
  brush.closePath()
  brush.fillStyle = css(lighter(tone, -0.06))
  brush.fill()
}

function sail(brush: Brush, size: number, side: number, tone: Tone): void {
  brush.beginPath()
  brush.moveTo(side * size * 0.04, -size * 1.6)
  brush.quadraticCurveTo(side * size * 0.7, -size * 0.7, side * size * 0.68, -size * 0.16)
  brush.lineTo(side * size * 0.04, -size * 0.12)
  brush.closePath()
  brush.fillStyle = css(tone)
  brush.fill()
}

/** Hot-air balloons at several distances. */
export function balloons(stage: Stage): Layer {
  const { unit, palette, width, height } = stage
  return {
    depth: 0.35,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('balloons')
      for (const at of upTo(6)) {
        const size = unit * (at === 0 ? 0.12 : between(random, 0.025, 0.065))
        const x = width * between(random, 0.08, 0.92)
        const y =
          height * between(random, 0.12, 0.5) -
          seconds * unit * 0.006 +
          Math.sin(seconds + at) * unit * 0.003
        balloon(
          brush,
          x,
          y,
          size,
          palette.accents[at % 4] ?? palette.light,
          palette.accents[(at + 1) % 4] ?? palette.light,
          palette.near
        )
      }
    }
  }
}

function balloon(
  brush: Brush,
  x: number,
  y: number,
  size: number,
  one: Tone,
  other: Tone,
  basket: Tone
): void {
  for (const rib of upTo(5)) {
    const reach = size * (1 - rib * 0.22)
    brush.beginPath()
    brush.moveTo(x, y - size)
    brush.bezierCurveTo(
      x - reach * 1.3,
      y - size,
      x - reach * 1.15,
      y + size * 0.3,
      x - size * 0.14,
      y + size * 1.02
    )
    brush.lineTo(x + size * 0.14, y + size * 1.02)
    brush.bezierCurveTo(x + reach * 1.15, y + size * 0.3, x + reach * 1.3, y - size, x, y - size)
    brush.fillStyle = css(lighter(rib % 2 === 0 ? one : other, rib * 0.02 - 0.03))
    brush.fill()
  }
  brush.fillStyle = css(basket)
  brush.fillRect(x - size * 0.12, y + size * 1.22, size * 0.24, size * 0.18)
  brush.strokeStyle = css(basket, 0.7)
  brush.lineWidth = Math.max(0.5, size * 0.02)
  brush.beginPath()
  for (const side of [-1, 1]) {
    brush.moveTo(x + side * size * 0.13, y + size)
    brush.lineTo(x + side * size * 0.11, y + size * 1.24)
  }
  brush.stroke()
}

/** A cat, a dog or a fox that sits and looks: ears and tail tell which. */
export function sitting(
  brush: Brush,
  x: number,
  foot: number,
  size: number,
  tone: Tone,
  kind: 'cat' | 'fox',
  rim: Tone
): void {
  brush.save()
  brush.translate(x, foot)
  brush.scale(size, size)
  for (const [colour, dx] of [
    [css(rim, 0.75), -0.007],
    [css(tone), 0]
  ] as const) {
    brush.fillStyle = colour
    brush.strokeStyle = colour
    brush.save()
    brush.translate(dx, dx * 0.6)
    animalShape(brush, kind)
    brush.restore()
  }
  brush.restore()
}

function animalShape(brush: Brush, kind: 'cat' | 'fox'): void {
  brush.beginPath()
  brush.moveTo(-0.3, 0.02)
  brush.bezierCurveTo(-0.36, -0.3, -0.24, -0.5, -0.12, -0.62)
  brush.lineTo(0.12, -0.62)
  brush.bezierCurveTo(0.24, -0.5, 0.36, -0.3, 0.3, 0.02)
  brush.closePath()
  brush.fill()
  brush.beginPath()
  brush.ellipse(0, -0.74, 0.185, 0.165, 0, 0, Math.PI * 2)
  brush.fill()
  const ear = kind === 'cat' ? 0.2 : 0.27
  for (const side of [-1, 1]) {
    brush.beginPath()
    brush.moveTo(side * 0.18, -0.76)
    brush.quadraticCurveTo(side * 0.2, -0.9, side * 0.155, -0.86 - ear * 0.75)
    brush.quadraticCurveTo(side * 0.07, -0.92, side * 0.03, -0.88)
    brush.closePath()
    brush.fill()
  }
  brush.beginPath()
  brush.moveTo(0.2, -0.02)
  brush.bezierCurveTo(0.55, 0.04, 0.66, -0.18, 0.5, kind === 'cat' ? -0.42 : -0.34)
  brush.lineWidth = kind === 'cat' ? 0.075 : 0.17
  brush.lineCap = 'round'
  brush.stroke()
}
