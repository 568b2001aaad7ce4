import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { resizePicture } from '#media/picture.ts'
import { between, smooth, type Random } from '#media/random.ts'
import { shade } from '#sandbox/pictures/finish.ts'
import { watermarkArea } from '#sandbox/pictures/letters.ts'
import type { Brush } from '#sandbox/pictures/stage.ts'
import { glow } from '#sandbox/pictures/strokes.ts'
import { css, type Tone } from '#sandbox/pictures/tone.ts'
import { bend, strokes, unshaded, softened } from '#sandbox/pictures/derive-marks.ts'
import type { Place } from '#sandbox/pictures/derive-marks.ts'

/** One of the four pictures of a grid, counted from 1 in reading order, or the whole; without the mark that the whole had. */
export function pictureIn(image: Image, part: number | undefined): Canvas {
  const [width, height] =
    part === undefined
      ? [image.width, image.height]
      : [Math.floor(image.width / 2), Math.floor(image.height / 2)]
  const [column, row] = part === undefined ? [0, 0] : [(part - 1) % 2, Math.floor((part - 1) / 2)]
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.drawImage(image, -column * width, -row * height)
  const mark = watermarkArea(brush, image.width, image.height)
  const [x, y] = [mark.x - column * width, mark.y - row * height]
  if (x < width && y < height) unmark(canvas, brush, x - 2, y - 2)
  return canvas
}

/** From a point to the lower corner, what stands above is seen again as in water, softly at its side. */
function unmark(canvas: Canvas, brush: Brush, x: number, y: number): void {
  const [width, height] = [canvas.width - x, canvas.height - y]
  const soft = height
  const patch = createCanvas(width + soft, height)
  const pen = patch.getContext('2d')
  pen.scale(1, -1)
  pen.drawImage(
    canvas,
    x - soft,
    y - height,
    width + soft,
    height,
    0,
    -height,
    width + soft,
    height
  )
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.globalCompositeOperation = 'destination-in'
  const edge = pen.createLinearGradient(0, 0, soft, 0)
  edge.addColorStop(0, '#00000000')
  edge.addColorStop(1, '#000000ff')
  pen.fillStyle = edge
  pen.fillRect(0, 0, width + soft, height)
  brush.drawImage(patch, x - soft, y)
}

/** A picture that resembles another: its lines bent, its light and its colours moved. @param strength 0 to 1 */
export function varied(source: Canvas, random: Random, strength: number, tone?: Tone): Canvas {
  const { width, height } = source
  const bent = bend(bend(source, random, strength, 'rows'), random, strength, 'columns')
  const brush = bent.getContext('2d')
  const hue: Tone = tone ?? [between(random, 0.55, 0.75), 0.13, random() * 360]
  brush.save()
  brush.globalCompositeOperation = 'color'
  brush.fillStyle = css(hue, tone === undefined ? 0.22 * strength : 0.4)
  brush.fillRect(0, 0, width, height)
  brush.restore()
  glow(
    brush,
    width * random(),
    height * between(random, 0, 0.5),
    Math.min(width, height) * 0.7,
    hue,
    0.3 * strength
  )
  strokes(bent, random, Math.round(1600 * strength), 0.6)
  return bent
}

/** Shares of a picture's sides that are seen again beyond its edges: of its sides, of what is above and of what is below. */
const [BESIDE, ABOVE, BELOW] = [0.2, 0.12, 0.2]

/** A picture on a larger sheet, at its place there, and around it more of the same: what it shows goes on beyond its edges. */
export function continued(
  source: Canvas,
  width: number,
  height: number,
  place: Place,
  random: Random
): Canvas {
  const inside = resizePicture(unshaded(source), Math.round(place.width), Math.round(place.height))
  // Bent, so that it is not seen to be a mirror.
  const sheet = varied(
    extended(
      extended(inside, place.x, width, BESIDE, BESIDE, false),
      place.y,
      height,
      ABOVE,
      BELOW,
      true
    ),
    random,
    0.45
  )
  strokes(sheet, random, 2600, 0.7, place)
  const brush = sheet.getContext('2d')
  brush.drawImage(softened(inside, place, width, height), place.x, place.y)
  shade(brush, width, height)
  return sheet
}

/** A picture on a sheet that is longer: what lies at both of its ends is seen again beyond them, stretched. */
function extended(
  inside: Canvas,
  from: number,
  length: number,
  first: number,
  last: number,
  down: boolean
): Canvas {
  const own = down ? inside.height : inside.width
  const canvas = down ? createCanvas(inside.width, length) : createCanvas(length, inside.height)
  const brush = canvas.getContext('2d')
  const draw = (at: number, size: number, start: number, reach: number): void => {
    if (down) brush.drawImage(inside, 0, at, inside.width, size, 0, start, inside.width, reach)
    else brush.drawImage(inside, at, 0, size, inside.height, start, 0, reach, inside.height)
  }
  const turned = (at: number, size: number, start: number, reach: number): void => {
    if (reach <= 0) return
    brush.save()
    brush.translate(down ? 0 : start * 2 + reach, down ? start * 2 + reach : 0)
    brush.scale(down ? 1 : -1, down ? -1 : 1)
    draw(at, size, start, reach)
    brush.restore()
  }
  draw(0, own, from, own)
  turned(0, Math.min(from, own * first), 0, from)
  const rest = length - from - own
  turned(own - Math.min(rest, own * last), Math.min(rest, own * last), from + own, rest)
  return canvas
}

/** One picture where a mask is white, another where it is black; between them an edge that runs out. */
export function masked(below: Canvas, above: Canvas, mask: Image): Canvas {
  const { width, height } = below
  const sheet = resizePicture(mask, width, height)
  const brush = sheet.getContext('2d')
  const pixels = brush.getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.subarray(at, at + 4)
    pixels.data[at + 3] = Math.round(smooth(0.3, 0.7, (red + green + blue) / 765) * alpha)
  }
  brush.putImageData(pixels, 0, 0)
  brush.globalCompositeOperation = 'source-in'
  brush.drawImage(above, 0, 0, width, height)
  const canvas = resizePicture(below, width, height)
  canvas.getContext('2d').drawImage(sheet, 0, 0)
  return canvas
}

/** A larger picture whose edges are as clear as they were. @param amount of sharpening, 0 to 1 */
export function enlarged(source: Canvas, width: number, height: number, amount: number): Canvas {
  const canvas = resizePicture(source, width, height)
  const brush = canvas.getContext('2d')
  // What a coarser copy lacks is what makes edges: as much of it is added again.
  const coarse = resizePicture(
    resizePicture(canvas, Math.ceil(width / 3), Math.ceil(height / 3)),
    width,
    height
  )
  const [fine, blurred] = [
    brush.getImageData(0, 0, width, height),
    coarse.getContext('2d').getImageData(0, 0, width, height)
  ]
  for (let at = 0; at < fine.data.length; at++) {
    const value = fine.data[at] ?? 0
    if (at % 4 !== 3) fine.data[at] = value + (value - (blurred.data[at] ?? 0)) * amount
  }
  brush.putImageData(fine, 0, 0)
  return canvas
}
