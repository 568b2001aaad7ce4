import { between, choose, upTo, type Random } from '#media/random.ts'
import type { Brush, Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import { disc, texture } from '#sandbox/pictures/strokes.ts'
import { blend, css, lighter, type Tone } from '#sandbox/pictures/tone.ts'

/** A poster of simple forms on a grid, few colours, printed on paper. */
export const geometric: Scene = stage => [paper(stage), tiles(stage), circles(stage)]

function inks(stage: Stage): Tone[] {
  const { accents, near, far } = stage.palette
  return [
    accents[0],
    accents[1],
    accents[2],
    lighter(blend(near, accents[2], 0.2), 0.02),
    blend(far, accents[1], 0.4)
  ]
}

function paperTone(stage: Stage): Tone {
  return stage.palette.dark
    ? blend(stage.palette.near, stage.palette.sky[0], 0.4)
    : blend([0.95, 0.02, 85], stage.palette.sky[2], 0.3)
}

function paper(stage: Stage): Layer {
  return {
    depth: 0,
    paint: brush => {
      brush.fillStyle = css(paperTone(stage))
      brush.fillRect(stage.left, stage.top, stage.right - stage.left, stage.bottom - stage.top)
      texture(
        brush,
        stage.random('paper'),
        {
          x: stage.left,
          y: stage.top,
          width: stage.right - stage.left,
          height: stage.bottom - stage.top
        },
        paperTone(stage),
        stage.unit,
        { count: 500, angle: 0.4, alpha: 0.2, spread: 0.03 }
      )
    }
  }
}

function tiles(stage: Stage): Layer {
  const { unit, width, height } = stage
  const size = unit / choose(stage.random('grid'), [3, 4, 5])
  const [columns, rows] = [
    Math.ceil((width / size + 1) / 2) * 2,
    Math.ceil((height / size + 1) / 2) * 2
  ]
  return {
    depth: 0.25,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('tiles')
      for (const at of upTo(columns * rows)) {
        const [column, row] = [at % columns, Math.floor(at / columns)]
        const [x, y] = [
          width / 2 + (column - columns / 2) * size,
          height / 2 + (row - rows / 2) * size
        ]
        const kind = Math.floor(random() * 9)
        const [tone, other] = [choose(random, inks(stage)), choose(random, inks(stage))]
        const slow = at % 4 === 0 ? turnAt(seconds, at) : 0
        brush.save()
        brush.translate(x + size / 2, y + size / 2)
        brush.rotate((Math.floor(random() * 4) + slow) * (Math.PI / 2))
        if (kind < 8) paintTile(brush, kind, size, tone, other, random)
        brush.restore()
      }
    }
  }
}

/** A quarter turn now and then, taken gently. */
function turnAt(seconds: number, at: number): number {
  const round = (seconds + (at % 7) * 0.4) / 2.8
  const rest = round % 1
  const start = Math.floor(((at % 7) * 0.4) / 2.8)
  const eased = Math.max(0, Math.min(1, (rest - 0.55) / 0.4))
  return Math.floor(round) - start + eased * eased * (3 - 2 * eased)
}

function paintTile(
  brush: Brush,
  kind: number,
  size: number,
  tone: Tone,
  other: Tone,
  random: Random
): void {
  const half = size / 2
  brush.fillStyle = css(tone)
  if (kind < 2) quarter(brush, -half, -half, size)
  if (kind === 2) {
    brush.fillRect(-half, -half, size, size)
    disc(brush, 0, 0, size * 0.34, css(other))
  }
  if (kind === 3)
    for (const ring of upTo(4))
      arcs(brush, -half, half, size * (1 - ring * 0.24), css(ring % 2 === 0 ? tone : other))
  if (kind === 4)
    for (const stripe of upTo(4))
      brush.fillRect(-half, -half + stripe * size * 0.25, size, size * 0.125)
  if (kind === 5) {
    brush.beginPath()
    brush.moveTo(-half, half)
    brush.lineTo(half, half)
    brush.lineTo(half, -half)
    brush.fill()
  }
  if (kind === 6) {
    quarter(brush, -half, -half, size)
    brush.fillStyle = css(other)
    quarter(brush, -half, -half, size * 0.5)
  }
  if (kind === 7)
    for (const dot of upTo(16))
      disc(
        brush,
        -half + size * (0.125 + (dot % 4) * 0.25),
        -half + size * (0.125 + Math.floor(dot / 4) * 0.25),
        size * between(random, 0.035, 0.075),
        css(tone)
      )
}

function quarter(brush: Brush, x: number, y: number, radius: number): void {
  brush.beginPath()
  brush.moveTo(x, y)
  brush.arc(x, y, radius, 0, Math.PI / 2)
  brush.fill()
}

function arcs(brush: Brush, x: number, y: number, radius: number, colour: string): void {
  brush.beginPath()
  brush.moveTo(x, y)
  brush.arc(x, y, radius, -Math.PI / 2, 0)
  brush.fillStyle = colour
  brush.fill()
}

/** One large form over the grid holds the picture together. */
function circles(stage: Stage): Layer {
  const { unit, width, height } = stage
  return {
    depth: 0.7,
    moves: true,
    paint: (brush, seconds) => {
      const random = stage.random('circle')
      const [x, y] = [
        width * between(random, 0.35, 0.65),
        height * between(random, 0.35, 0.6) + Math.sin(seconds * 0.7) * unit * 0.02
      ]
      const radius = unit * between(random, 0.2, 0.28)
      brush.save()
      brush.globalCompositeOperation = stage.palette.dark ? 'screen' : 'multiply'
      disc(brush, x, y, radius, css(stage.palette.accents[0], 0.92))
      brush.restore()
      brush.strokeStyle = css(stage.palette.dark ? stage.palette.light : stage.palette.near)
      brush.lineWidth = unit * 0.006
      for (const at of upTo(3)) {
        brush.beginPath()
        brush.arc(
          x,
          y,
          radius * (1.12 + at * 0.1),
          seconds * 0.3 * (at + 1),
          Math.PI * (1.1 + at * 0.2) + seconds * 0.3 * (at + 1)
        )
        brush.stroke()
      }
    }
  }
}
