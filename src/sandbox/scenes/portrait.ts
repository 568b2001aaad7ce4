import { between, choose, upTo } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { disc, glow, texture, touch, wash, within } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

import { figure } from '#sandbox/scenes/figure.ts'
/** A person as a poster paints one: few large planes, eyes closed, light from one side. */
export const portrait: Scene = stage => [
  ground(stage),
  halo(stage),
  foliage(stage, 'back', 0.2),
  figure(stage),
  foliage(stage, 'front', 0.8)
]

function ground(stage: Stage): Layer {
  const [top, middle, low] = stage.palette.sky
  return {
    depth: 0,
    paint: brush => {
      wash(
        brush,
        stage,
        [0, stage.top],
        [stage.width * 0.2, stage.bottom],
        [
          [0, css(top)],
          [0.6, css(middle)],
          [1, css(blend(low, middle, 0.4))]
        ]
      )
      texture(
        brush,
        stage.random('wall'),
        {
          x: stage.left,
          y: stage.top,
          width: stage.right - stage.left,
          height: stage.bottom - stage.top
        },
        middle,
        stage.unit * 3,
        { count: 420, angle: 0.7, alpha: 0.16, spread: 0.1 }
      )
    }
  }
}

function halo(stage: Stage): Layer {
  const { width, height, unit, palette } = stage
  return {
    depth: 0.1,
    paint: brush => {
      const [x, y, radius] = [width / 2, height * 0.4, unit * 0.36]
      glow(brush, x, y, radius * 1.7, palette.light, 0.4)
      disc(brush, x, y, radius, css(palette.accents[1]))
      within(
        brush,
        () => brush.arc(x, y, radius, 0, Math.PI * 2),
        () => {
          texture(
            brush,
            stage.random('halo'),
            { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 },
            palette.accents[1],
            unit * 1.6,
            { count: 240, angle: -0.6, alpha: 0.3, spread: 0.06 }
          )
        }
      )
    }
  }
}

function foliage(stage: Stage, name: string, depth: number): Layer {
  return {
    depth,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random(`foliage ${name}`)
      const { unit, width, height, palette } = stage
      const front = name === 'front'
      for (const at of upTo(front ? 12 : 22)) {
        const side = at % 2 === 0 ? -1 : 1
        const tone = lighter(
          choose(random, [
            palette.near,
            blend(palette.near, palette.accents[2], 0.5),
            palette.accents[2]
          ]),
          between(random, -0.04, 0.06)
        )
        brush.save()
        brush.translate(
          width / 2 +
            side * (front ? width * between(random, 0.3, 0.52) : unit * between(random, 0.2, 0.45)),
          height * (front ? between(random, 0.85, 1.06) : between(random, 0.35, 0.95))
        )
        brush.rotate(side * between(random, 0.1, 1.2) + Math.sin(seconds + at) * 0.025)
        frond(brush, unit * between(random, 0.14, 0.28), tone)
        brush.restore()
      }
    }
  }
}

function frond(brush: Brush, length: number, tone: Tone): void {
  for (const at of upTo(9)) {
    const along = at / 9
    for (const side of [-1, 1]) {
      brush.beginPath()
      brush.ellipse(
        side * length * 0.12 * (1 - along * 0.5),
        -length * along,
        length * 0.15 * (1 - along * 0.6),
        length * 0.04,
        side * -0.6,
        0,
        Math.PI * 2
      )
      brush.fillStyle = css(lighter(tone, side * 0.02))
      brush.fill()
    }
  }
  touch(brush, {
    x: 0,
    y: -length * 0.45,
    length,
    width: length * 0.014,
    angle: -Math.PI / 2,
    tone: lighter(tone, 0.06),
    alpha: 0.8
  })
}
