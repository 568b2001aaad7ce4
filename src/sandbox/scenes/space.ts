import { between, mix, upTo, wandering } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { disc, glow, within } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** Stars, clouds of light, and a planet with its ring and moon. */
export const space: Scene = stage => [
  backdrop(stage),
  ...[0, 1].map(at => nebula(stage, at)),
  field(stage, 0.1, 420),
  field(stage, 0.3, 90),
  planet(stage)
]

function backdrop(stage: Stage): Layer {
  return {
    depth: 0,
    paint: brush => {
      const [top, middle] = stage.palette.sky
      brush.fillStyle = css(blend(top, [0.07, 0.03, 280], 0.55))
      brush.fillRect(stage.left, stage.top, stage.right - stage.left, stage.bottom - stage.top)
      glow(brush, stage.width * 0.7, stage.height * 0.3, stage.unit * 1.1, middle, 0.5)
    }
  }
}

function nebula(stage: Stage, at: number): Layer {
  return {
    depth: 0.04 + at * 0.06,
    drift: 0.002 * (at + 1),
    paint: brush => {
      const random = stage.random(`nebula ${at}`)
      const { unit, palette } = stage
      const lane = wandering(random, 4, 0.6)
      const [tilt, shift] = [between(random, -0.5, 0.5), between(random, 0.3, 0.7)]
      for (const puff of upTo(230)) {
        const along = between(random, -0.2, 1.2)
        const spread = (random() + random() - 1) * 0.28 * (1 + lane(along * 4) * 0.8)
        const x = along * stage.width
        const y =
          stage.height * (shift + (along - 0.5) * tilt + lane(along * 3 + 9) * 0.16 + spread)
        const hot = Math.max(0, 1 - Math.abs(spread) * 7)
        const tone = blend(
          palette.accents[(at * 2 + (puff % 2)) % 4] ?? palette.light,
          [0.95, 0.05, 70],
          hot * 0.5
        )
        glow(
          brush,
          x,
          y,
          unit * between(random, 0.04, 0.24),
          [tone[0] * 0.8, Math.max(tone[1], 0.16), tone[2]],
          0.11 + hot * 0.1
        )
      }
      dust(brush, stage, at, lane, tilt, shift)
    }
  }
}

/** Dark lanes give the light depth. */
function dust(
  brush: Brush,
  stage: Stage,
  at: number,
  lane: (at: number) => number,
  tilt: number,
  shift: number
): void {
  const random = stage.random(`dust ${at}`)
  for (const _ of upTo(70)) {
    const along = between(random, -0.1, 1.1)
    const y =
      stage.height *
      (shift + (along - 0.5) * tilt + lane(along * 3 + 9) * 0.16 + between(random, -0.06, 0.1))
    glow(
      brush,
      along * stage.width,
      y,
      stage.unit * between(random, 0.02, 0.1),
      [0.08, 0.03, 290],
      0.3,
      false
    )
  }
}

function field(stage: Stage, depth: number, count: number): Layer {
  return {
    depth,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random(`stars ${depth}`)
      for (const at of upTo(count)) {
        const [x, y, size] = [
          between(random, stage.left, stage.right),
          between(random, stage.top, stage.bottom),
          random() ** 6
        ]
        const shine = 0.7 + 0.3 * Math.sin(seconds * (1.2 + (at % 4)) + at)
        disc(
          brush,
          x,
          y,
          stage.unit * mix(0.0007, 0.0032, size),
          css([0.97, 0.04, (at * 67) % 360], mix(0.4, 1, size) * shine)
        )
        if (size > 0.6) flare(brush, x, y, stage.unit * 0.035 * size * shine)
      }
    }
  }
}

function flare(brush: Brush, x: number, y: number, radius: number): void {
  glow(brush, x, y, radius, [0.95, 0.05, 240], 0.5)
  brush.strokeStyle = css([0.97, 0.03, 230], 0.5)
  brush.lineWidth = Math.max(0.5, radius * 0.03)
  brush.beginPath()
  brush.moveTo(x - radius, y)
  brush.lineTo(x + radius, y)
  brush.moveTo(x, y - radius)
  brush.lineTo(x, y + radius)
  brush.stroke()
}

function planet(stage: Stage): Layer {
  const random = stage.random('planet')
  const { unit, width, height, palette } = stage
  const radius = unit * between(random, 0.16, 0.25)
  const [x, y] = [width * between(random, 0.3, 0.7), height * between(random, 0.42, 0.62)]
  const tilt = between(random, -0.5, -0.2)
  const [body, band] = [palette.accents[0], palette.accents[1]]
  return {
    depth: 0.55,
    moves: true,
    paint: (brush, seconds) => {
      brush.save()
      brush.translate(x, y)
      brush.rotate(tilt)
      glow(brush, 0, 0, radius * 1.9, body, 0.35)
      ring(brush, radius, palette.light, band, Math.PI, Math.PI * 2)
      globe(brush, stage, radius, body, band, seconds)
      ring(brush, radius, palette.light, band, 0, Math.PI)
      brush.restore()
      disc(
        brush,
        x + Math.cos(seconds * 0.15 + 4) * radius * 2.3,
        y + Math.sin(seconds * 0.15 + 4) * radius * 0.9,
        radius * 0.13,
        css(lighter(palette.light, -0.15))
      )
    }
  }
}

function globe(
  brush: Brush,
  stage: Stage,
  radius: number,
  body: Tone,
  band: Tone,
  seconds: number
): void {
  within(
    brush,
    () => brush.arc(0, 0, radius, 0, Math.PI * 2),
    () => {
      const random = stage.random('bands')
      brush.fillStyle = css(body)
      brush.fillRect(-radius, -radius, radius * 2, radius * 2)
      for (const _ of upTo(46)) {
        const y = between(random, -1, 1) * radius
        brush.beginPath()
        brush.ellipse(
          (((random() * 4 + seconds * 0.05) % 4) - 2) * radius,
          y,
          radius * between(random, 0.4, 1.8),
          radius * between(random, 0.012, 0.07),
          0,
          0,
          Math.PI * 2
        )
        brush.fillStyle = css(
          lighter(blend(body, band, random()), between(random, -0.1, 0.08)),
          0.5
        )
        brush.fill()
      }
      const shade = brush.createRadialGradient(
        -radius * 0.45,
        -radius * 0.5,
        radius * 0.1,
        -radius * 0.2,
        -radius * 0.2,
        radius * 1.35
      )
      shade.addColorStop(0, css([0.99, 0.04, 90], 0.35))
      shade.addColorStop(0.35, css([0.5, 0.05, 280], 0))
      shade.addColorStop(1, css([0.06, 0.03, 280], 0.94))
      brush.fillStyle = shade
      brush.fillRect(-radius, -radius, radius * 2, radius * 2)
    }
  )
}

function ring(
  brush: Brush,
  radius: number,
  light: Tone,
  band: Tone,
  from: number,
  to: number
): void {
  for (const at of upTo(22)) {
    const wide = radius * (1.35 + at * 0.034)
    brush.beginPath()
    brush.ellipse(0, 0, wide, wide * 0.24, 0, from, to)
    brush.strokeStyle = css(
      blend(light, band, (at % 5) / 5),
      at === 9 || at === 10 ? 0.05 : 0.3 + 0.3 * ((at * 7) % 3) * 0.5
    )
    brush.lineWidth = radius * 0.03
    brush.stroke()
  }
}
