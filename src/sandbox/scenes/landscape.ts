import { between, mix, upTo } from '#media/random.ts'
import type { Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { disc, texture, touch } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter } from '#sandbox/pictures/tone.ts'
import { edgeOf, ridgeLayer, type Ridge } from '#sandbox/scenes/land.ts'
import { balloons, birds, boat, hut, sitting } from '#sandbox/scenes/props.ts'
import { lightOf, sky, type Light } from '#sandbox/scenes/sky.ts'
import { water } from '#sandbox/scenes/water.ts'
import { weather } from '#sandbox/scenes/weather.ts'

/** Hills or mountains one behind the other, with what the prompt puts into them. */
export const landscape: Scene = stage => {
  const light = lightOf(stage)
  const { has } = stage
  const ridges = ridgesOf(stage, light)
  const near = ridges.at(-1)
  const front = ridges.slice(0, -1).map(ridge => ridgeLayer(stage, light, ridge))
  const layers = [...sky(stage, light), ...front]
  if (has('birds') || stage.random('birds?')() < 0.35)
    layers.push(birds(stage, light.horizon * 0.35, light.horizon * 0.7))
  if (has('balloon')) layers.push(balloons(stage))
  if (has('water')) layers.push(...water(stage, light, light.horizon + stage.height * 0.06))
  if (has('boat')) layers.push(boat(stage, light.horizon + stage.height * 0.06))
  if (near !== undefined) layers.push(foreground(stage, light, near))
  return [...layers, ...weather(stage, light.horizon)]
}

function ridgesOf(stage: Stage, light: Light): Ridge[] {
  const { has, palette, height, unit } = stage
  const random = stage.random('ridges')
  const steep = has('mountains') || (!has('trees') && !has('sand') && random() < 0.4)
  const count = 5
  const rise = steep ? Math.min(height * 0.3, unit * 0.42) : Math.min(height * 0.13, unit * 0.18)
  return upTo(count).map(at => {
    const near = at / (count - 1)
    const wood = has('trees') || (!has('sand') && (has('snow') || stage.random('wood?')() < 0.3))
    return {
      name: String(at),
      depth: 0.12 + near ** 1.5 * 0.8,
      foot: light.horizon + height * (near ** 1.3 * 0.31 - 0.02),
      rise: mix(rise, height * 0.1, near ** 0.7),
      waves:
        mix(steep ? 2.6 : 1.4, 0.9, near) *
        Math.max(0.7, stage.width / height) *
        between(random, 0.85, 1.2),
      jagged: steep ? 1 - near : 0.1,
      tone: blend(
        palette.far,
        has('snow') && at === count - 1
          ? blend([0.9, 0.02, 250], palette.sky[1], 0.4)
          : palette.near,
        near ** 1.1
      ),
      haze: (1 - near) * 0.9,
      snow: steep && (has('snow') || palette.far[0] > 0.55) && near < 0.5,
      trees: wood && near > 0.2 ? mix(0.035, 0.17, (near - 0.2) / 0.8) : 0,
      leafy: !has('snow') && !steep && ['autumn', 'spring', 'day', 'pastel'].includes(stage.mood)
    }
  })
}

/** The nearest ground: grass or snow, flowers where the prompt has them, and who sits there. */
function foreground(stage: Stage, light: Light, ridge: Ridge): Layer {
  const edge = edgeOf(stage, ridge)
  const ground = ridgeLayer(stage, light, ridge)
  return {
    depth: ridge.depth,
    paint: (brush, seconds) => {
      const { has, palette, unit } = stage
      const random = stage.random('foreground')
      ground.paint(brush, seconds)
      if (has('snow')) {
        const area = {
          x: stage.left,
          y: ridge.foot,
          width: stage.right - stage.left,
          height: stage.bottom - ridge.foot
        }
        texture(brush, random, area, blend([0.93, 0.02, 250], palette.sky[1], 0.3), unit * 2, {
          count: 260,
          angle: 0.05,
          alpha: 0.3,
          spread: 0.04
        })
      } else if (!has('sand')) grass(stage, brush, edge)
      if (has('flowers')) blossoms(stage, brush, edge)
      const x =
        stage.width *
        (light.x < stage.width / 2 ? between(random, 0.56, 0.68) : between(random, 0.32, 0.44))
      if (has('house')) hut(brush, stage, x, edge(x) + unit * 0.05, unit * 0.16)
      if (has('animal'))
        sitting(
          brush,
          x,
          edge(x) + unit * 0.03,
          unit * 0.3,
          lighter(palette.near, -0.06),
          random() < 0.6 ? 'cat' : 'fox',
          palette.light
        )
    }
  }
}

function grass(
  stage: Stage,
  brush: Parameters<Layer['paint']>[0],
  edge: (x: number) => number
): void {
  const random = stage.random('grass')
  const { palette, unit } = stage
  for (const _ of upTo(900)) {
    const x = between(random, stage.left, stage.right)
    const y = edge(x) + random() ** 0.8 * stage.height * 0.36
    const near = (y - edge(x)) / (stage.height * 0.36)
    const tone = blend(
      lighter(palette.near, between(random, -0.03, 0.07)),
      palette.light,
      random() < 0.12 ? 0.35 : 0.04
    )
    touch(brush, {
      x,
      y,
      length: unit * mix(0.018, 0.06, near),
      width: unit * mix(0.0014, 0.004, near),
      angle: -Math.PI / 2 + between(random, -0.45, 0.45),
      tone,
      alpha: 0.55
    })
  }
}

function blossoms(
  stage: Stage,
  brush: Parameters<Layer['paint']>[0],
  edge: (x: number) => number
): void {
  const random = stage.random('blossoms')
  const { palette, unit } = stage
  for (const at of upTo(260)) {
    const x = between(random, stage.left, stage.right)
    const near = random() ** 0.9
    const y = edge(x) + near * stage.height * 0.34
    const size = unit * mix(0.003, 0.013, near)
    const tone = palette.accents[at % 4] ?? palette.light
    for (const petal of upTo(5)) {
      const angle = (petal / 5) * Math.PI * 2 + x
      disc(
        brush,
        x + Math.cos(angle) * size * 0.7,
        y + Math.sin(angle) * size * 0.5,
        size * 0.6,
        css(lighter(tone, between(random, -0.06, 0.06)), 0.95)
      )
    }
    disc(brush, x, y, size * 0.4, css([0.86, 0.14, 90]))
  }
}
