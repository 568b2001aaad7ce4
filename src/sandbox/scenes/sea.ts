import { between, mix, upTo, wandering } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { touch, within } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'
import { ridgeLayer, type Ridge } from '#sandbox/scenes/land.ts'
import { birds, boat } from '#sandbox/scenes/props.ts'
import { lightOf, sky, type Light } from '#sandbox/scenes/sky.ts'
import { water } from '#sandbox/scenes/water.ts'
import { weather } from '#sandbox/scenes/weather.ts'

/** Open water: calm with its mirrored light, or waves that roll one behind the other. */
export const sea: Scene = stage => {
  const light = lightOf(stage)
  const line = light.horizon
  const layers = [
    ...sky(stage, light),
    ...islands(stage, light).map(ridge => ridgeLayer(stage, light, ridge)),
    ...water(stage, light, line)
  ]
  const rough = stage.has('rain') || stage.random('rough')() < 0.6
  const rolls = rough ? upTo(6).map(at => roll(stage, light, at / 5)) : []
  layers.push(...rolls.slice(0, 3))
  if (stage.has('boat') || stage.random('boat?')() < 0.5)
    layers.push(boat(stage, line + stage.height * (rough ? 0.05 : 0.02)))
  return [
    ...layers,
    ...rolls.slice(3),
    birds(stage, line * 0.3, line * 0.75),
    ...weather(stage, line)
  ]
}

function islands(stage: Stage, light: Light): Ridge[] {
  const { palette, height, has } = stage
  return upTo(2).map(at => ({
    name: `island ${at}`,
    depth: 0.1 + at * 0.05,
    foot: light.horizon + height * (0.005 + at * 0.012),
    rise: height * (0.09 - at * 0.03),
    waves: 1.3 + at,
    jagged: 0.2,
    tone: blend(palette.far, palette.near, at * 0.35),
    haze: 0.7 - at * 0.2,
    snow: has('snow'),
    trees: 0,
    leafy: false
  }))
}

/** One wave's back, with its foam: nearer ones are larger, darker and quicker. */
function roll(stage: Stage, light: Light, near: number): Layer {
  return {
    depth: 0.3 + near * 0.6,
    moves: true,
    paint: (brush, seconds) => paintRoll(brush, stage, light, near, seconds)
  }
}

function paintRoll(brush: Brush, stage: Stage, light: Light, near: number, seconds: number): void {
  const { palette, unit, height, width } = stage
  const line = wandering(stage.random(`roll ${near}`), 4, 0.4)
  const foot = light.horizon + (height - light.horizon) * (0.1 + near * 0.78)
  const tall = unit * mix(0.012, 0.075, near)
  const edge = (x: number): number => {
    const along = (x / width) * mix(7, 2.6, near) + seconds * mix(0.08, 0.26, near)
    return (
      foot - Math.abs(line(along)) * tall * 2.2 - Math.sin(seconds * 0.9 + near * 7) * tall * 0.25
    )
  }
  const step = Math.max(2, width / 300)
  const places = upTo((stage.right - stage.left) / step + 2).map(at => stage.left + at * step)
  const deep = blend(lighter(palette.near, 0.03), [0.32, 0.09, 245], palette.dark ? 0.2 : 0.45)
  const tone = blend(blend(palette.sky[1], [0.66, 0.09, 230], 0.45), deep, 0.15 + near * 0.8)
  const outline = (): void => {
    brush.moveTo(stage.left, stage.bottom)
    for (const x of places) brush.lineTo(x, edge(x))
    brush.lineTo(stage.right, stage.bottom)
  }
  within(brush, outline, () => {
    const gradient = brush.createLinearGradient(0, foot - tall * 2, 0, foot + tall * 3.5)
    gradient.addColorStop(0, css(blend(lighter(tone, 0.12), palette.light, 0.25)))
    gradient.addColorStop(0.35, css(tone))
    gradient.addColorStop(1, css(lighter(tone, -0.08)))
    brush.fillStyle = gradient
    brush.fillRect(
      stage.left,
      foot - tall * 4,
      stage.right - stage.left,
      stage.bottom - foot + tall * 4
    )
    foam(brush, stage, light, edge, near, tone)
  })
}

function foam(
  brush: Brush,
  stage: Stage,
  light: Light,
  edge: (x: number) => number,
  near: number,
  tone: Tone
): void {
  const random = stage.random(`foam ${near}`)
  const { unit, palette } = stage
  const [pale, tall] = [
    blend([0.97, 0.02, 220], palette.light, 0.4),
    unit * mix(0.012, 0.075, near)
  ]
  for (const _ of upTo(260)) {
    const x = between(random, stage.left, stage.right)
    const below = random() ** 2 * tall * 4
    const slope = (edge(x + 4) - edge(x - 4)) / 8
    const bright = below < tall * 0.22
    const lit = Math.max(0, 1 - Math.abs(x - light.x) / (stage.width * 0.45))
    touch(brush, {
      x,
      y: edge(x) + below,
      length: unit * mix(0.012, 0.05, near) * between(random, 0.4, 1),
      width: unit * mix(0.001, 0.006, near) * between(random, 0.4, 1),
      angle: Math.atan(slope) * (bright ? 1 : 0.6),
      tone: bright
        ? pale
        : blend(lighter(tone, between(random, -0.06, 0.06)), palette.light, lit * 0.25),
      alpha: bright ? 0.6 : 0.35
    })
  }
}
