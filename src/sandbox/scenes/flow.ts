import { between, mix, smooth, upTo, wandering } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { glow, wash } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** Thousands of strokes along an unseen wind: the picture for what has no shape. */
export const flow: Scene = stage => {
  const wind = windOf(stage)
  return [ground(stage), ...upTo(3).map(at => sheet(stage, wind, at)), sparks(stage, wind)]
}

type Wind = (x: number, y: number, seconds: number) => number

/** The angle of the air at a place. Two whirls bend it around them. */
function windOf(stage: Stage): Wind {
  const random = stage.random('wind')
  const [across, down] = [wandering(random, 2), wandering(random, 2)]
  const whirls = upTo(3).map(() => ({
    x: random() * stage.width,
    y: random() * stage.height,
    reach: stage.unit * between(random, 0.22, 0.42),
    turn: random() < 0.5 ? 1 : -1
  }))
  const base = between(random, -0.4, 0.4)
  return (x, y, seconds) => {
    let angle =
      base +
      across((y / stage.unit) * 1.6 + seconds * 0.03) * 1.3 +
      down((x / stage.unit) * 1.4) * 1.1
    for (const whirl of whirls) {
      const [dx, dy] = [x - whirl.x, y - whirl.y]
      const pull = Math.exp(-(dx * dx + dy * dy) / (whirl.reach * whirl.reach))
      const round = Math.atan2(dy, dx) + (Math.PI / 2) * whirl.turn
      angle +=
        Math.atan2(Math.sin(round - angle), Math.cos(round - angle)) * Math.min(1, pull * 1.6)
    }
    return angle
  }
}

function ground(stage: Stage): Layer {
  const [top, middle, low] = stage.palette.sky
  return {
    depth: 0,
    paint: brush => {
      wash(
        brush,
        stage,
        [0, stage.top],
        [stage.width * 0.4, stage.bottom],
        [
          [0, css(lighter(top, -0.08))],
          [0.5, css(middle)],
          [1, css(blend(low, stage.palette.accents[1], 0.35))]
        ]
      )
      glow(
        brush,
        stage.width * 0.68,
        stage.height * 0.3,
        stage.unit * 0.7,
        stage.palette.light,
        0.55
      )
    }
  }
}

function toneAt(stage: Stage, x: number, y: number, chance: number): Tone {
  const [top, middle, low] = stage.palette.sky
  const down = smooth(-0.1, 1.1, y / stage.height + (x / stage.width - 0.5) * 0.35)
  const base = down < 0.5 ? blend(top, middle, down * 2) : blend(middle, low, down * 2 - 1)
  const accent = stage.palette.accents[Math.floor(chance * 4)] ?? stage.palette.light
  return blend(base, accent, chance < 0.55 ? 0.15 : 0.75)
}

function sheet(stage: Stage, wind: Wind, at: number): Layer {
  return {
    depth: 0.1 + at * 0.22,
    moves: true,
    paint: (brush, seconds) => paintSheet(brush, stage, wind, at, seconds)
  }
}

function paintSheet(brush: Brush, stage: Stage, wind: Wind, at: number, seconds: number): void {
  const random = stage.random(`sheet ${at}`)
  const { unit } = stage
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  for (const _ of upTo([620, 520, 380][at] ?? 0)) {
    const [x, y] = [
      between(random, stage.left, stage.right),
      between(random, stage.top, stage.bottom)
    ]
    const tone = lighter(toneAt(stage, x, y, random()), between(random, -0.09, 0.09))
    const [length, pace] = [
      unit * between(random, 0.05, mix(0.22, 0.13, at / 2)),
      between(random, 0.4, 1)
    ]
    const ahead = Math.sin(seconds * pace + random() * 6) * unit * 0.012
    trail(
      brush,
      wind,
      x + Math.cos(wind(x, y, seconds)) * ahead,
      y + Math.sin(wind(x, y, seconds)) * ahead,
      length,
      seconds
    )
    brush.strokeStyle = css(tone, between(random, 0.45, 0.9))
    brush.lineWidth = unit * mix(0.02, 0.0055, at / 2) * between(random, 0.5, 1.2)
    brush.stroke()
  }
}

function trail(
  brush: Brush,
  wind: Wind,
  x: number,
  y: number,
  length: number,
  seconds: number
): void {
  brush.beginPath()
  brush.moveTo(x, y)
  let [px, py] = [x, y]
  for (const _ of upTo(7)) {
    const angle = wind(px, py, seconds)
    px += (Math.cos(angle) * length) / 7
    py += (Math.sin(angle) * length) / 7
    brush.lineTo(px, py)
  }
}

function sparks(stage: Stage, wind: Wind): Layer {
  return {
    depth: 0.8,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('sparks')
      for (const at of upTo(60)) {
        const [x, y] = [
          between(random, stage.left, stage.right),
          between(random, stage.top, stage.bottom)
        ]
        const angle = wind(x, y, seconds)
        const way = ((seconds * 0.12 + random()) % 1) * stage.unit * 0.25
        const fade = Math.sin(((seconds * 0.12 + at * 0.17) % 1) * Math.PI)
        glow(
          brush,
          x + Math.cos(angle) * way,
          y + Math.sin(angle) * way,
          stage.unit * between(random, 0.004, 0.016),
          stage.palette.light,
          0.5 + 0.4 * fade
        )
      }
    }
  }
}
