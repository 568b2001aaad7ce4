import { between, mix, upTo } from '#media/random.ts'
import type { Brush, Layer, Stage } from '#sandbox/pictures/stage.ts'
import { glow, wash } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter } from '#sandbox/pictures/tone.ts'
import type { Light } from '#sandbox/scenes/sky.ts'

/** Still water from a line down: the sky upside down, darker, with ripples and the way of the light. */
export function water(stage: Stage, light: Light, line: number): Layer[] {
  return [
    { depth: 0.2, paint: brush => surface(brush, stage, light, line) },
    {
      depth: 0.25,
      moves: true,
      paint: (brush, seconds) => ripples(brush, stage, light, line, seconds)
    }
  ]
}

function surface(brush: Brush, stage: Stage, light: Light, line: number): void {
  const [top, middle, low] = stage.palette.sky
  const deep = blend(stage.palette.near, top, 0.45)
  brush.save()
  brush.beginPath()
  brush.rect(stage.left, line, stage.right - stage.left, stage.bottom - line)
  brush.clip()
  wash(
    brush,
    stage,
    [0, line],
    [0, stage.bottom],
    [
      [0, css(lighter(blend(low, middle, 0.25), -0.04))],
      [0.25, css(lighter(middle, -0.06))],
      [0.65, css(blend(middle, deep, 0.65))],
      [1, css(deep)]
    ]
  )
  brush.translate(light.x, line)
  brush.scale(0.45, 1)
  glow(brush, 0, 0, (stage.bottom - line) * 1.1, stage.palette.light, 0.55)
  brush.restore()
}

function ripples(brush: Brush, stage: Stage, light: Light, line: number, seconds: number): void {
  const random = stage.random('ripples')
  const { palette, unit } = stage
  const deep = stage.bottom - line
  brush.lineCap = 'round'
  for (const at of upTo(430)) {
    const near = random() ** 1.5
    const y = line + near * deep
    const wave = Math.sin(seconds * (1.1 + (at % 7) * 0.13) + at * 1.7)
    const under = at % 3 === 0
    const spread = unit * (0.03 + near * 0.16)
    const offset = (random() + random() + random() - 1.5) * 2
    const x =
      (under ? light.x + offset * spread : between(random, stage.left, stage.right)) +
      wave * unit * 0.006 * (1 + near * 2)
    const length = unit * mix(0.012, 0.085, near) * between(random, 0.5, 1.2) * (0.8 + wave * 0.2)
    const tone = under
      ? palette.light
      : at % 3 === 1
        ? blend(palette.sky[2], palette.light, 0.3)
        : blend(palette.near, palette.sky[0], 0.5)
    brush.beginPath()
    brush.moveTo(x - length, y)
    brush.quadraticCurveTo(x, y - length * 0.06 * wave, x + length, y)
    brush.strokeStyle = css(tone, under ? 0.75 * (0.6 + 0.4 * wave) : 0.2 + 0.08 * wave)
    brush.lineWidth = unit * mix(0.0012, 0.0052, near)
    brush.stroke()
  }
}
