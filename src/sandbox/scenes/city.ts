import { between, chance, choose, mix, upTo } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { glow, texture, touch } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'
import { birds } from '#sandbox/scenes/props.ts'
import { lightOf, sky, type Light } from '#sandbox/scenes/sky.ts'
import { weather } from '#sandbox/scenes/weather.ts'

/** Rows of houses up to a street or a river that mirrors their windows. */
export const city: Scene = stage => {
  const light = { ...lightOf(stage), horizon: stage.height * 0.72 }
  const rows = upTo(4).map(at => row(stage, light, at / 3))
  return [
    ...sky(stage, light),
    birds(stage, light.horizon * 0.2, light.horizon * 0.45),
    ...rows,
    ...street(stage, light),
    ...weather(stage, light.horizon)
  ]
}

type House = { x: number; wide: number; tall: number; tone: Tone; roof: number; lit: number }

function housesOf(stage: Stage, light: Light, near: number): House[] {
  const random = stage.random(`row ${near}`)
  const { palette, unit } = stage
  const houses: House[] = []
  let x = stage.left
  while (x < stage.right) {
    const wide = unit * mix(0.045, 0.13, near) * between(random, 0.6, 1.4)
    const middle = 1 - Math.abs((x + wide / 2) / stage.width - 0.5)
    const tall =
      stage.height * mix(0.42, 0.3, near) * between(random, 0.35, 1) * (0.5 + middle * 0.7)
    const tone = lighter(
      blend(palette.far, stoneOf(stage), near ** 0.8),
      between(random, -0.025, 0.025)
    )
    houses.push({
      x,
      wide,
      tall: Math.min(tall, light.horizon * 0.78),
      tone,
      roof: Math.floor(random() * 5),
      lit: between(random, 0.12, 0.5)
    })
    x += wide * (near > 0.5 && chance(random, 0.2) ? 1.25 : 0.98)
  }
  return houses
}

/** What is built is never as green as what grows. */
function stoneOf({ palette }: Stage): Tone {
  return palette.dark ? palette.near : blend(palette.near, [palette.near[0], 0.045, 265], 0.75)
}

function row(stage: Stage, light: Light, near: number): Layer {
  return {
    depth: 0.1 + near * 0.45,
    paint: brush => {
      const foot = light.horizon + stage.height * 0.02 * near
      for (const [at, house] of housesOf(stage, light, near).entries())
        paintHouse(brush, stage, house, foot, near, at)
      const low = stage.palette.sky[2]
      const air = brush.createLinearGradient(0, foot - stage.height * 0.34, 0, foot)
      air.addColorStop(0, css(low, 0))
      air.addColorStop(1, css(low, (1 - near) * 0.4))
      brush.fillStyle = air
      brush.fillRect(
        stage.left,
        foot - stage.height * 0.34,
        stage.right - stage.left,
        stage.height * 0.34
      )
    }
  }
}

function paintHouse(
  brush: Brush,
  stage: Stage,
  { x, wide, tall, tone, roof, lit }: House,
  foot: number,
  near: number,
  at: number
): void {
  const top = foot - tall
  const wall = brush.createLinearGradient(0, top, 0, foot)
  wall.addColorStop(0, css(tone))
  wall.addColorStop(1, css(blend(tone, stage.palette.sky[2], (1 - near) * 0.5)))
  brush.fillStyle = wall
  brush.fillRect(x, top, wide, tall + stage.height)
  roofOf(brush, x, top, wide, roof)
  brush.fillStyle = css(lighter(tone, -0.06), 0.55)
  brush.fillRect(x + wide * 0.68, top, wide * 0.32, tall)
  windows(brush, stage, { x, top, wide, tall, lit }, near, at)
  if (near > 0.6 && at % 3 === 1) sign(brush, stage, x + wide * 0.5, top + tall * 0.35, wide, at)
}

function roofOf(brush: Brush, x: number, top: number, wide: number, kind: number): void {
  brush.beginPath()
  if (kind === 0) brush.rect(x + wide * 0.46, top - wide * 0.7, wide * 0.06, wide * 0.7)
  if (kind === 1) brush.rect(x + wide * 0.2, top - wide * 0.22, wide * 0.6, wide * 0.24)
  if (kind === 2) {
    brush.moveTo(x, top + 1)
    brush.lineTo(x + wide * 0.5, top - wide * 0.42)
    brush.lineTo(x + wide, top + 1)
  }
  if (kind === 3) {
    brush.rect(x + wide * 0.25, top - wide * 0.35, wide * 0.5, wide * 0.36)
    brush.rect(x + wide * 0.47, top - wide * 0.9, wide * 0.05, wide * 0.6)
  }
  brush.fill()
}

function windows(
  brush: Brush,
  stage: Stage,
  house: { x: number; top: number; wide: number; tall: number; lit: number },
  near: number,
  at: number
): void {
  const random = stage.random(`windows ${near} ${at}`)
  const { palette, unit } = stage
  const size = unit * mix(0.006, 0.015, near)
  const lamps: Tone[] = palette.dark
    ? [[0.88, 0.12, 80], [0.82, 0.13, 65], palette.accents[1]]
    : [lighter(palette.light, -0.02), lighter(palette.sky[1], 0.05)]
  const [columns, rows] = [Math.floor(house.wide / size / 1.7), Math.floor(house.tall / size / 2.1)]
  const share = palette.dark || palette.sky[0][0] < 0.45 ? house.lit : house.lit * 0.55
  for (const cell of upTo(columns * rows)) {
    const [column, line] = [cell % columns, Math.floor(cell / columns)]
    const on = random() < share
    const [x, y] = [house.x + size * 0.5 + column * size * 1.7, house.top + size * (1 + line * 2.1)]
    brush.fillStyle = on
      ? css(choose(random, lamps), mix(0.5, 0.95, near) * between(random, 0.5, 1))
      : css(palette.sky[0], 0.13)
    brush.fillRect(x, y, size * 0.9, size * 1.15)
  }
}

function sign(brush: Brush, stage: Stage, x: number, y: number, wide: number, at: number): void {
  if (!stage.palette.dark) return
  const tone = stage.palette.accents[at % 4] ?? stage.palette.light
  brush.fillStyle = css(tone, 0.92)
  brush.fillRect(x - wide * 0.09, y, wide * 0.18, wide * 0.95)
  brush.fillStyle = css(lighter(stage.palette.near, 0.02), 0.9)
  for (const mark of upTo(4))
    brush.fillRect(
      x - wide * 0.05,
      y + wide * (0.09 + mark * 0.22),
      wide * 0.1,
      wide * (0.06 + 0.05 * ((at + mark) % 3))
    )
  glow(brush, x, y + wide * 0.45, wide * 1.3, tone, 0.6)
}

function street(stage: Stage, light: Light): Layer[] {
  const { palette, unit, height } = stage
  const top = light.horizon + height * 0.015
  const stone = stoneOf(stage)
  return [
    {
      depth: 0.6,
      paint: brush => {
        const ground = brush.createLinearGradient(0, top, 0, stage.bottom)
        ground.addColorStop(0, css(blend(stone, palette.sky[2], 0.4)))
        ground.addColorStop(0.5, css(blend(stone, palette.sky[1], 0.22)))
        ground.addColorStop(1, css(lighter(stone, -0.03)))
        brush.fillStyle = ground
        brush.fillRect(stage.left, top, stage.right - stage.left, stage.bottom - top)
        texture(
          brush,
          stage.random('street'),
          { x: stage.left, y: top, width: stage.right - stage.left, height: stage.bottom - top },
          stone,
          unit * 1.6,
          { count: 380, angle: 0, alpha: 0.3, spread: 0.09 }
        )
      }
    },
    {
      depth: 0.62,
      moves: true,
      paint: (brush, seconds) => {
        const random = stage.random('mirrored')
        const lamps = [...palette.accents, palette.light]
        for (const at of upTo(170)) {
          const [x, below] = [between(random, stage.left, stage.right), random() ** 1.6]
          const wave = Math.sin(seconds * 1.8 + at)
          touch(brush, {
            x: x + wave * unit * 0.004,
            y: top + below * (stage.bottom - top),
            length: unit * between(random, 0.01, 0.06) * (0.5 + below),
            width: unit * between(random, 0.0015, 0.005),
            angle: 0,
            tone: choose(random, lamps),
            alpha: (palette.dark ? 0.5 : 0.3) * (0.7 + wave * 0.3) * (1 - below * 0.6)
          })
        }
        cars(brush, stage, top, seconds)
      }
    }
  ]
}

/** Pairs of lamps that pass along the street. */
function cars(brush: Brush, stage: Stage, top: number, seconds: number): void {
  const random = stage.random('cars')
  const { unit } = stage
  const span = stage.right - stage.left
  for (const at of upTo(8)) {
    const away = at % 2 === 0
    const tone: Tone = away ? [0.62, 0.23, 27] : [0.96, 0.06, 95]
    const x =
      stage.left +
      ((((random() + (away ? 1 : -1) * seconds * between(random, 0.03, 0.07)) % 1) + 1) % 1) * span
    const y = top + unit * (away ? 0.03 : 0.055)
    for (const side of [0, 1]) glow(brush, x + side * unit * 0.016, y, unit * 0.018, tone, 0.95)
    touch(brush, {
      x: x + (away ? -1 : 1) * unit * 0.05,
      y,
      length: unit * 0.09,
      width: unit * 0.003,
      angle: 0,
      tone,
      alpha: 0.35
    })
  }
}
