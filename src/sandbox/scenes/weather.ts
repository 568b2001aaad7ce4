import { between, mix, upTo } from '#media/random.ts'
import type { Layer, Stage } from '#sandbox/pictures/stage.ts'
import { disc, wash } from '#sandbox/pictures/strokes.ts'
import { css } from '#sandbox/pictures/tone.ts'

/** Snow, rain and mist before everything, as the prompt has them. */
export function weather(stage: Stage, horizon: number): Layer[] {
  return [
    ...(stage.has('mist') ? [mist(stage, horizon)] : []),
    ...(stage.has('snow') ? [snow(stage)] : []),
    ...(stage.has('rain') ? [rain(stage)] : [])
  ]
}

function snow(stage: Stage): Layer {
  const { unit, height, left, right, top } = stage
  return {
    depth: 0.9,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('snow')
      for (const at of upTo(240)) {
        const near = random() ** 3
        const fall = (random() + seconds * mix(0.035, 0.12, near)) % 1
        const x = between(random, left, right) + Math.sin(seconds * 0.8 + at) * unit * 0.012
        disc(
          brush,
          x,
          top + fall * height * 1.2,
          unit * mix(0.0016, 0.0075, near),
          css([0.99, 0.01, 250], mix(0.85, 0.5, near))
        )
      }
    }
  }
}

function rain(stage: Stage): Layer {
  const { unit, height, left, right, top } = stage
  return {
    depth: 0.9,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('rain')
      brush.lineCap = 'round'
      for (const _ of upTo(260)) {
        const near = random() ** 2
        const fall = (random() + seconds * mix(0.9, 1.5, near)) % 1
        const [x, y] = [between(random, left, right), top + fall * height * 1.2]
        const length = unit * mix(0.012, 0.045, near)
        brush.beginPath()
        brush.moveTo(x, y)
        brush.lineTo(x - length * 0.22, y + length)
        brush.strokeStyle = css([0.95, 0.02, 230], mix(0.16, 0.32, near))
        brush.lineWidth = unit * mix(0.0008, 0.002, near)
        brush.stroke()
      }
    }
  }
}

function mist(stage: Stage, horizon: number): Layer {
  const low = stage.palette.sky[2]
  return {
    depth: 0.5,
    drift: 0.008,
    paint: brush => {
      const reach = stage.height * 0.2
      wash(
        brush,
        stage,
        [0, horizon - reach],
        [0, horizon + reach * 1.2],
        [
          [0, css(low, 0)],
          [0.5, css(low, 0.6)],
          [1, css(low, 0)]
        ]
      )
    }
  }
}
