import { between, choose, mix, upTo } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { disc, glow, texture, wash } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

type Bloom = {
  x: number
  y: number
  size: number
  petals: number
  rows: number
  tone: Tone
  heart: Tone
  turn: number
  stem: number
}

/** A bouquet before a soft ground; stems bend a little in the air. */
export const flowers: Scene = stage => {
  const blooms = bloomsOf(stage)
  return [
    ground(stage),
    bokeh(stage),
    leaves(stage, 'back', 0.2),
    ...upTo(3).map(at =>
      bunch(
        stage,
        blooms.filter((_, index) => Math.floor((index / blooms.length) * 3) === at),
        at
      )
    ),
    leaves(stage, 'front', 0.75)
  ]
}

function ground(stage: Stage): Layer {
  const { palette, width, height, unit } = stage
  const [one, two] = palette.dark
    ? [palette.sky[0], palette.sky[1]]
    : [blend(palette.sky[1], palette.far, 0.35), palette.sky[2]]
  return {
    depth: 0,
    paint: brush => {
      wash(
        brush,
        stage,
        [0, stage.top],
        [width * 0.3, stage.bottom],
        [
          [0, css(two)],
          [0.6, css(blend(one, two, 0.5))],
          [1, css(one)]
        ]
      )
      glow(brush, width * 0.35, height * 0.25, unit * 0.8, palette.light, 0.5)
      texture(
        brush,
        stage.random('ground'),
        {
          x: stage.left,
          y: stage.top,
          width: stage.right - stage.left,
          height: stage.bottom - stage.top
        },
        blend(one, two, 0.5),
        unit * 2.6,
        { count: 340, angle: 0.9, alpha: 0.1, spread: 0.1 }
      )
    }
  }
}

function bokeh(stage: Stage): Layer {
  return {
    depth: 0.1,
    drift: 0.002,
    paint: brush => {
      const random = stage.random('bokeh')
      for (const _ of upTo(34)) {
        const tone = choose(random, stage.palette.accents)
        disc(
          brush,
          between(random, stage.left, stage.right),
          between(random, stage.top, stage.bottom),
          stage.unit * between(random, 0.012, 0.06),
          css(lighter(tone, 0.08), between(random, 0.05, 0.16))
        )
      }
    }
  }
}

/** Placed so that blooms fill the middle, the large ones low and near, and the nearest are painted last. */
function bloomsOf(stage: Stage): Bloom[] {
  const random = stage.random('blooms')
  const { palette, unit, width, height } = stage
  const count = 19
  return upTo(count).map(at => {
    const near = at / (count - 1)
    const angle = at * 2.399963 + between(random, -0.2, 0.2)
    const away = mix(0.37, 0.04, near ** 0.85)
    const tone = palette.accents[Math.floor(random() * 3.4)] ?? palette.accents[0]
    return {
      x: width / 2 + Math.cos(angle) * away * Math.min(width, unit * 1.5) * 1.1,
      y: height * 0.47 + Math.sin(angle) * away * Math.min(height, unit * 1.3) * 0.95,
      size: unit * mix(0.055, 0.135, near) * between(random, 0.8, 1.15),
      petals: choose(random, [5, 6, 8, 9, 12]),
      rows: choose(random, [1, 2, 3, 3]),
      tone: lighter(tone, between(random, -0.05, 0.05)),
      heart: choose(random, [
        [0.82, 0.15, 85],
        [0.5, 0.12, 50],
        [0.92, 0.1, 100]
      ] as const),
      turn: random() * Math.PI,
      stem: between(random, -0.06, 0.06)
    }
  })
}

function bunch(stage: Stage, blooms: readonly Bloom[], at: number): Layer {
  return {
    depth: 0.3 + at * 0.18,
    moves: true,
    paint: (brush, seconds) => {
      const foot = stage.height * 1.12
      const green: Tone = blend([0.48, 0.1, 145], stage.palette.near, 0.25)
      for (const [index, bloom] of blooms.entries()) {
        const sway = Math.sin(seconds * 1.1 + index + at * 2) * stage.unit * 0.006
        brush.beginPath()
        brush.moveTo(bloom.x + sway, bloom.y)
        brush.quadraticCurveTo(bloom.x, stage.height * 0.8, stage.width * (0.5 + bloom.stem), foot)
        brush.strokeStyle = css(lighter(green, -0.08 + at * 0.04))
        brush.lineWidth = stage.unit * 0.009
        brush.stroke()
      }
      for (const [index, bloom] of blooms.entries()) {
        const sway = Math.sin(seconds * 1.1 + index + at * 2)
        paintBloom(brush, {
          ...bloom,
          x: bloom.x + sway * stage.unit * 0.006,
          turn: bloom.turn + sway * 0.03
        })
      }
    }
  }
}

function paintBloom(brush: Brush, { x, y, size, petals, rows, tone, heart, turn }: Bloom): void {
  glow(brush, x, y + size * 0.25, size * 1.5, [0.15, 0.04, 280], 0.28, false)
  for (const row of upTo(rows)) {
    const reach = size * (1 - row * 0.27)
    for (const petal of upTo(petals)) {
      brush.save()
      brush.translate(x, y)
      brush.rotate(turn + ((petal + row * 0.5) / petals) * Math.PI * 2)
      paintPetal(
        brush,
        reach,
        (Math.PI * reach * 1.25) / petals,
        lighter(tone, row * 0.045 + ((petal * 7) % 3) * 0.012 - 0.03)
      )
      brush.restore()
    }
  }
  disc(brush, x, y, size * 0.2, css(lighter(heart, -0.12)))
  for (const at of upTo(16))
    disc(
      brush,
      x + Math.cos(at * 2.4) * size * 0.04 * Math.sqrt(at),
      y + Math.sin(at * 2.4) * size * 0.04 * Math.sqrt(at),
      size * 0.03,
      css(lighter(heart, (at % 3) * 0.04))
    )
}

function paintPetal(brush: Brush, reach: number, wide: number, tone: Tone): void {
  brush.beginPath()
  brush.moveTo(0, 0)
  brush.bezierCurveTo(wide * 0.9, -reach * 0.25, wide * 0.95, -reach * 0.95, 0, -reach)
  brush.bezierCurveTo(-wide * 0.95, -reach * 0.95, -wide * 0.9, -reach * 0.25, 0, 0)
  const fill = brush.createLinearGradient(0, 0, 0, -reach)
  fill.addColorStop(0, css(lighter(tone, -0.2)))
  fill.addColorStop(0.55, css(tone))
  fill.addColorStop(1, css(lighter(tone, 0.1)))
  brush.fillStyle = fill
  brush.fill()
  brush.strokeStyle = css(lighter(tone, -0.16), 0.35)
  brush.lineWidth = reach * 0.012
  for (const vein of [-0.3, 0, 0.3]) {
    brush.beginPath()
    brush.moveTo(0, -reach * 0.2)
    brush.quadraticCurveTo(vein * wide * 0.7, -reach * 0.5, vein * wide, -reach * 0.86)
    brush.stroke()
  }
}

function leaves(stage: Stage, name: string, depth: number): Layer {
  return {
    depth,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random(`leaves ${name}`)
      const { unit, width, height, palette } = stage
      const front = name === 'front'
      for (const at of upTo(front ? 9 : 30)) {
        const side = between(random, -1, 1)
        const x = width / 2 + side * unit * (front ? 0.42 : 0.5)
        const y = height * (front ? between(random, 0.86, 1) : between(random, 0.3, 0.86))
        const tone = lighter(
          blend([0.5, 0.11, 148], palette.near, between(random, 0.1, 0.6)),
          front ? -0.05 : between(random, -0.08, 0.08)
        )
        brush.save()
        brush.translate(x, y)
        brush.rotate(side * 1.1 + between(random, -0.4, 0.4) + Math.sin(seconds * 0.9 + at) * 0.03)
        paintLeaf(brush, unit * between(random, 0.09, front ? 0.24 : 0.2), tone)
        brush.restore()
      }
    }
  }
}

function paintLeaf(brush: Brush, length: number, tone: Tone): void {
  for (const side of [-1, 1]) {
    brush.beginPath()
    brush.moveTo(0, 0)
    brush.bezierCurveTo(
      side * length * 0.3,
      -length * 0.3,
      side * length * 0.24,
      -length * 0.8,
      0,
      -length
    )
    brush.closePath()
    brush.fillStyle = css(lighter(tone, side * 0.035))
    brush.fill()
  }
  brush.beginPath()
  brush.moveTo(0, 0)
  brush.lineTo(0, -length * 0.94)
  brush.strokeStyle = css(lighter(tone, 0.1), 0.5)
  brush.lineWidth = length * 0.012
  brush.stroke()
}
