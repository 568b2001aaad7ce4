import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { resizePicture } from '#media/picture.ts'
import { between, upTo, wandering, type Random } from '#media/random.ts'
import { shade } from '#sandbox/pictures/finish.ts'

/** Pixels of one strip that is moved as a whole. */
const STRIP = 2

/** Moves strips against each other along a line that wanders; a little larger, so that no edge comes into sight. */
export function bend(
  source: Canvas,
  random: Random,
  strength: number,
  along: 'rows' | 'columns'
): Canvas {
  const { width, height } = source
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const [long, wide] = along === 'rows' ? [height, width] : [width, height]
  const way = wandering(random, 3, 0.4)
  const reach = wide * 0.05 * strength
  for (const at of upTo(Math.ceil(long / STRIP))) {
    const from = at * STRIP
    const [start, size] = [way((from / long) * 3) * reach - reach, wide + reach * 2]
    if (along === 'rows') brush.drawImage(source, 0, from, width, STRIP, start, from, size, STRIP)
    else brush.drawImage(source, from, 0, STRIP, height, from, start, STRIP, size)
  }
  return canvas
}

/** Strokes in a picture's own colours. @param alpha of each, 0 to 1 */
export function strokes(
  canvas: Canvas,
  random: Random,
  many: number,
  alpha: number,
  except?: Place
): void {
  const { width, height } = canvas
  const unit = Math.min(width, height)
  const brush = canvas.getContext('2d')
  const pixels = brush.getImageData(0, 0, width, height).data
  brush.lineCap = 'round'
  for (const _ of upTo(many)) {
    const [x, y, angle] = [random() * width, random() * height, between(random, -0.8, 0.3)]
    const length = unit * between(random, 0.01, 0.035)
    if (except !== undefined && isWithin(except, x, y)) continue
    const at = (Math.floor(y) * width + Math.floor(x)) * 4
    brush.strokeStyle = `rgba(${pixels[at] ?? 0}, ${pixels[at + 1] ?? 0}, ${pixels[at + 2] ?? 0}, ${alpha})`
    brush.lineWidth = unit * between(random, 0.003, 0.009)
    brush.beginPath()
    brush.moveTo(x, y)
    brush.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length)
    brush.stroke()
  }
}

/** A picture without the darker corners that {@link shade} gave it. */
export function unshaded(source: Canvas): Canvas {
  const { width, height } = source
  const canvas = resizePicture(source, width, height)
  const shadow = createCanvas(width, height)
  shade(shadow.getContext('2d'), width, height)
  const alphas = shadow.getContext('2d').getImageData(0, 0, width, height).data
  const brush = canvas.getContext('2d')
  const pixels = brush.getImageData(0, 0, width, height)
  for (let at = 0; at < pixels.data.length; at++) {
    const alpha = (alphas[at | 3] ?? 0) / 255
    if (at % 4 !== 3 && alpha > 0)
      pixels.data[at] = ((pixels.data[at] ?? 0) - DARK * alpha) / (1 - alpha)
  }
  brush.putImageData(pixels, 0, 0)
  return canvas
}

/** About how bright the shadow in a corner is, of 255. */
const DARK = 10

/** Edges that lie inside the sheet run out. */
export function softened(
  inside: Canvas,
  { x, y, width, height }: Place,
  sheetWidth: number,
  sheetHeight: number
): Canvas {
  const brush = inside.getContext('2d')
  const soft = Math.min(width, height) * 0.05
  const fade = (fromX: number, fromY: number, toX: number, toY: number): void => {
    const gradient = brush.createLinearGradient(fromX, fromY, toX, toY)
    gradient.addColorStop(0, '#00000000')
    gradient.addColorStop(1, '#000000ff')
    brush.fillStyle = gradient
    brush.fillRect(0, 0, inside.width, inside.height)
  }
  brush.globalCompositeOperation = 'destination-in'
  if (x > 0) fade(0, 0, soft, 0)
  if (y > 0) fade(0, 0, 0, soft)
  if (x + width < sheetWidth) fade(width, 0, width - soft, 0)
  if (y + height < sheetHeight) fade(0, height, 0, height - soft)
  return inside
}

/** Where something stands on a canvas, in pixels. */
export type Place = { x: number; y: number; width: number; height: number }

function isWithin({ x, y, width, height }: Place, left: number, top: number): boolean {
  return left > x && top > y && left < x + width && top < y + height
}
