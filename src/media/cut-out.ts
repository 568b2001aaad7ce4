import type { Canvas, Image } from '@napi-rs/canvas'
import { resizePicture } from '#media/picture.ts'

/** Largest accepted difference of a colour from that of the border, in each channel, of 255. */
const NEAR = 40
/** Least and largest share of an image that counts as its background. */
const [FEWEST, MOST] = [0.05, 0.95]

/**
 * Makes the background of an image transparent: everything of the border's colour that touches the
 * border. If that is nearly nothing or nearly everything, it makes the part outside a centred
 * ellipse transparent instead.
 */
export function removeBackground(image: Image | Canvas): Canvas {
  const { width, height } = image
  const canvas = resizePicture(image, width, height)
  const brush = canvas.getContext('2d')
  const pixels = brush.getImageData(0, 0, width, height)
  const background = floodFromBorder(pixels.data, width, height)
  const share = background.reduce((sum, each) => sum + each, 0) / background.length
  const isPlain = share >= FEWEST && share <= MOST
  for (let at = 0; at < background.length; at++) {
    const isOutside = isPlain ? background[at] === 1 : !inEllipse(at, width, height)
    if (isOutside) pixels.data[at * 4 + 3] = 0
  }
  brush.putImageData(pixels, 0, 0)
  return canvas
}

/** Marks all pixels that are connected with the border by colours near that of the corner. */
function floodFromBorder(data: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const marked = new Uint8Array(width * height)
  const isNear = (at: number): boolean =>
    [0, 1, 2].every(part => Math.abs((data[at * 4 + part] ?? 0) - (data[part] ?? 0)) <= NEAR)
  const waiting: number[] = []
  const visit = (at: number): void => {
    if (marked[at] === 1 || !isNear(at)) return
    marked[at] = 1
    waiting.push(at)
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x)
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < width * (height - 1)) visit(at + width)
  }
  return marked
}

function inEllipse(at: number, width: number, height: number): boolean {
  const x = ((at % width) / width - 0.5) / 0.42
  const y = (Math.floor(at / width) / height - 0.5) / 0.46
  return x * x + y * y <= 1
}
