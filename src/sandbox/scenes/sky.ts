import { between, mix, upTo } from '#media/random.ts'
import type { Layer, Stage } from '#sandbox/pictures/stage.ts'
import { disc, glow, texture, wash } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter } from '#sandbox/pictures/tone.ts'

/** Where the light of a scene comes from, and how high its horizon is. Pixels. */
export type Light = { x: number; y: number; radius: number; horizon: number; moon: boolean }

export function lightOf(stage: Stage): Light {
  const random = stage.random('light')
  const moon = stage.palette.dark || (stage.has('moon') && !stage.has('sun'))
  const horizon = stage.height * between(random, 0.56, 0.66)
  const rise = moon ? between(random, 0.3, 0.5) : between(random, 0.08, 0.34)
  const side = random() < 0.5 ? between(random, 0.2, 0.4) : between(random, 0.6, 0.8)
  return {
    x: stage.width * side,
    y: horizon - stage.height * rise,
    radius: stage.unit * (moon ? 0.055 : 0.062),
    horizon,
    moon
  }
}

/** Air, stars, sun or moon, and clouds. */
export function sky(stage: Stage, light: Light): Layer[] {
  const { palette, has } = stage
  const layers: Layer[] = [air(stage, light)]
  if (palette.dark || has('stars')) layers.push(stars(stage, light.horizon))
  layers.push(luminary(stage, light))
  const clouded = has('clouds') || has('rain') || stage.random('clouds?')() < 0.75
  if (clouded && !has('stars'))
    layers.push(clouds(stage, light, 'high', 0.42, 0.006), clouds(stage, light, 'low', 0.75, 0.009))
  return layers
}

function air(stage: Stage, light: Light): Layer {
  const [top, middle, low] = stage.palette.sky
  return {
    depth: 0,
    paint: brush => {
      wash(
        brush,
        stage,
        [0, stage.top],
        [0, light.horizon],
        [
          [0, css(top)],
          [0.3, css(blend(top, middle, 0.5))],
          [0.6, css(middle)],
          [0.82, css(blend(middle, low, 0.6))],
          [1, css(low)]
        ]
      )
      const area = {
        x: stage.left,
        y: stage.top,
        width: stage.right - stage.left,
        height: light.horizon - stage.top
      }
      texture(brush, stage.random('air'), area, middle, stage.unit * 2.4, {
        count: 220,
        angle: 0.06,
        alpha: 0.07,
        spread: 0.12
      })
      glow(
        brush,
        light.x,
        light.y,
        stage.unit * 0.85,
        stage.palette.light,
        stage.palette.dark ? 0.28 : 0.6
      )
    }
  }
}

function luminary(stage: Stage, { x, y, radius, moon }: Light): Layer {
  const { light, sky: tones } = stage.palette
  return {
    depth: 0.04,
    paint: brush => {
      glow(brush, x, y, radius * 3.4, light, 0.75)
      disc(brush, x, y, radius, css(light))
      if (!moon) return
      const random = stage.random('craters')
      for (const _ of upTo(9)) {
        const [angle, away] = [random() * Math.PI * 2, radius * Math.sqrt(random()) * 0.75]
        disc(
          brush,
          x + Math.cos(angle) * away,
          y + Math.sin(angle) * away,
          radius * between(random, 0.06, 0.2),
          css(blend(light, tones[1], 0.5), 0.16)
        )
      }
    }
  }
}

function stars(stage: Stage, horizon: number): Layer {
  const { unit, random } = stage
  return {
    depth: 0.02,
    moves: true,
    paint: (brush, seconds) => {
      const chance = random('stars')
      for (const at of upTo(260)) {
        const [x, y, size] = [
          between(chance, stage.left, stage.right),
          stage.top + chance() ** 1.3 * (horizon - stage.top),
          chance() ** 5
        ]
        const shine = 0.55 + 0.45 * Math.sin(seconds * (1 + (at % 5) * 0.6) + at * 2.4)
        const alpha = mix(0.25, 1, size) * shine * (1 - Math.max(0, y / horizon) * 0.7)
        disc(
          brush,
          x,
          y,
          unit * mix(0.0009, 0.0034, size),
          css([0.97, 0.03, at % 3 === 0 ? 60 : 250], alpha)
        )
        if (size > 0.75) glow(brush, x, y, unit * 0.02, [0.95, 0.04, 240], 0.4 * shine)
      }
    }
  }
}

function clouds(stage: Stage, light: Light, name: string, at: number, drift: number): Layer {
  const { palette, unit, width } = stage
  return {
    depth: 0.08 * at,
    drift,
    paint: brush => {
      const random = stage.random(`clouds ${name}`)
      const heavy = stage.has('rain')
      for (const _ of upTo(heavy ? 9 : 5)) {
        const y = mix(stage.top, light.horizon, at * between(random, 0.55, 1.1))
        const [x, span] = [
          between(random, stage.left - width * 0.2, stage.right),
          unit * between(random, 0.18, 0.5)
        ]
        const [lit, shade] = [
          blend(palette.sky[2], palette.light, 0.6),
          blend(palette.sky[1], palette.far, heavy ? 0.8 : 0.35)
        ]
        for (const puff of upTo(18)) {
          const [along, size] = [between(random, -1, 1), between(random, 0.35, 1)]
          const [px, py] = [x + along * span, y + (1 - size) * span * 0.05]
          const radius = span * 0.16 * size * (1 - along * along * 0.8)
          brush.save()
          brush.translate(px, py)
          brush.scale(2.6, 0.8)
          glow(
            brush,
            0,
            0,
            radius,
            puff % 3 === 0 ? lighter(shade, 0.02) : lit,
            heavy ? 0.4 : 0.3,
            false
          )
          brush.restore()
        }
      }
    }
  }
}
