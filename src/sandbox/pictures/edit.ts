import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { readPicture } from '#media/picture.ts'
import { between, upTo } from '#media/random.ts'
import type { Brush, Stage } from '#sandbox/pictures/stage.ts'
import { glow, touch } from '#sandbox/pictures/strokes.ts'
import { css, lighter } from '#sandbox/pictures/tone.ts'
import { birds } from '#sandbox/scenes/props.ts'
import { weather } from '#sandbox/scenes/weather.ts'

/** Fills an area with a picture, keeping its proportions: what does not fit is cut off evenly. */
export function cover(
  brush: Brush,
  image: Image | Canvas,
  x: number,
  y: number,
  width: number,
  height: number
): void {
  const scale = Math.max(width / image.width, height / image.height)
  const [wide, tall] = [width / scale, height / scale]
  brush.drawImage(
    image,
    (image.width - wide) / 2,
    (image.height - tall) / 2,
    wide,
    tall,
    x,
    y,
    width,
    height
  )
}

/** Most inputs of which one picture is put together. */
const MOST_INPUTS = 5

/** The inputs again, side by side, in the colours, light and weather that the prompt names, inside a painted edge. */
export async function paintEdit(
  brush: Brush,
  stage: Stage,
  inputs: readonly Uint8Array[]
): Promise<void> {
  const [first, ...others] = await Promise.all(inputs.slice(0, MOST_INPUTS).map(readPicture))
  if (first === undefined) return
  const { width, height } = stage
  cover(brush, first, 0, 0, width, height)
  if (others.length > 0) layInto(brush, stage, others)
  recolour(brush, stage)
  brushwork(brush, stage)
  for (const layer of weather(stage, height * 0.6)) layer.paint(brush, 0)
  if (stage.has('birds')) birds(stage, height * 0.12, height * 0.35).paint(brush, 0)
  border(brush, stage)
}

/** The first input stays the ground; each further one has a column of its own, behind soft edges. */
function layInto(brush: Brush, stage: Stage, others: readonly Image[]): void {
  const { width, height } = stage
  const column = width / (others.length + 1)
  const soft = column * 0.2
  for (const [at, image] of others.entries()) {
    const sheet = createCanvas(width, height)
    const pen = sheet.getContext('2d')
    const [from, to] = [
      column * (at + 1),
      at === others.length - 1 ? width + soft : column * (at + 2)
    ]
    cover(pen, image, from - soft, 0, Math.min(to + soft, width) - from + soft, height)
    pen.globalCompositeOperation = 'destination-in'
    const edges = pen.createLinearGradient(from - soft, 0, to + soft, 0)
    const share = (2 * soft) / (to - from + 2 * soft)
    for (const [stop, alpha] of [
      [0, '00'],
      [share, 'ff'],
      [1 - share, 'ff'],
      [1, '00']
    ] as const)
      edges.addColorStop(stop, `#000000${alpha}`)
    pen.fillStyle = edges
    pen.fillRect(0, 0, width, height)
    brush.drawImage(sheet, 0, 0)
  }
}

function recolour(brush: Brush, stage: Stage): void {
  const { width, height, unit, palette } = stage
  const fill = (mode: typeof brush.globalCompositeOperation, alpha: number): void => {
    const gradient = brush.createLinearGradient(0, 0, width * 0.25, height)
    for (const [at, tone] of [palette.sky[0], palette.sky[1], palette.accents[0]].entries())
      gradient.addColorStop(at / 2, css(tone, alpha))
    brush.globalCompositeOperation = mode
    brush.fillStyle = gradient
    brush.fillRect(0, 0, width, height)
  }
  brush.save()
  fill('color', 0.5)
  fill('soft-light', 0.6)
  if (palette.dark) fill('multiply', 0.45)
  brush.restore()
  const random = stage.random('edit light')
  glow(
    brush,
    width * between(random, 0.2, 0.8),
    height * between(random, 0.05, 0.3),
    unit * 0.8,
    palette.light,
    0.5
  )
}

/** Strokes in the picture's own colours, so that it looks painted over. */
function brushwork(brush: Brush, stage: Stage): void {
  const { width, height, unit } = stage
  const random = stage.random('edit strokes')
  const pixels = brush.getImageData(0, 0, width, height).data
  brush.save()
  for (const _ of upTo(1500)) {
    const [x, y] = [random() * width, random() * height]
    const at = (Math.floor(y) * width + Math.floor(x)) * 4
    brush.strokeStyle = `rgba(${pixels[at] ?? 0}, ${pixels[at + 1] ?? 0}, ${pixels[at + 2] ?? 0}, 0.55)`
    const [angle, length] = [between(random, -0.9, -0.3), unit * between(random, 0.008, 0.03)]
    brush.beginPath()
    brush.moveTo(x, y)
    brush.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length)
    brush.lineWidth = unit * between(random, 0.002, 0.007)
    brush.lineCap = 'round'
    brush.stroke()
  }
  brush.restore()
}

/** The edge of a sheet that was painted by hand. */
function border(brush: Brush, stage: Stage): void {
  const { width, height, unit, palette } = stage
  const random = stage.random('edit border')
  const [edge, tone] = [unit * 0.022, lighter(palette.dark ? palette.near : palette.light, 0.02)]
  for (const _ of upTo(260)) {
    const along = random()
    const side = Math.floor(random() * 4)
    const [x, y] =
      side < 2
        ? [along * width, side === 0 ? edge * 0.3 : height - edge * 0.3]
        : [side === 2 ? edge * 0.3 : width - edge * 0.3, along * height]
    touch(brush, {
      x,
      y,
      length: unit * between(random, 0.06, 0.16),
      width: edge * between(random, 0.8, 1.3),
      angle: side < 2 ? between(random, -0.03, 0.03) : Math.PI / 2 + between(random, -0.03, 0.03),
      tone: lighter(tone, between(random, -0.02, 0.02)),
      alpha: 1
    })
  }
}
