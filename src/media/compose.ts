import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import type { MaskMarks } from '#core/field.ts'
import { readPicture, resizePicture } from '#media/picture.ts'

type Size = { width: number; height: number }
/** A rectangle in pixels. */
type Place = Size & { x: number; y: number }

/** Fills a rectangle with an image, keeps its proportions, and crops the rest. */
export function drawImageCover(
  brush: ReturnType<Canvas['getContext']>,
  image: Image | Canvas,
  { x, y, width, height }: Place
): void {
  const scale = Math.max(width / image.width, height / image.height)
  const [wide, tall] = [width / scale, height / scale]
  const [left, top] = [(image.width - wide) / 2, (image.height - tall) / 2]
  brush.drawImage(image, left, top, wide, tall, x, y, width, height)
}

/**
 * Draws an image at a place on a larger sheet. A blurred continuation of the image fills the rest.
 */
export function extendPicture(source: Canvas | Image, sheet: Size, place: Place): Canvas {
  const canvas = createCanvas(sheet.width, sheet.height)
  const brush = canvas.getContext('2d')
  brush.filter = `blur(${Math.round(Math.max(sheet.width, sheet.height) * 0.03)}px)`
  drawImageCover(brush, source, {
    x: -sheet.width * 0.1,
    y: -sheet.height * 0.1,
    width: sheet.width * 1.2,
    height: sheet.height * 1.2
  })
  brush.filter = 'none'
  brush.drawImage(source, place.x, place.y, place.width, place.height)
  return canvas
}

/** Returns the place that centres an image on a sheet, at `by` times its own size. */
export function centerIn({ width, height }: Size, sheet: Size, by = 1): Place {
  const [wide, tall] = [width * by, height * by]
  return {
    x: (sheet.width - wide) / 2,
    y: (sheet.height - tall) / 2,
    width: wide,
    height: tall
  }
}

/** Replaces the parts of an image that the file of a mask marks by those of a new image. */
export async function replaceMasked(
  source: Canvas,
  fresh: Canvas,
  { mask, marks = 'white' }: { mask: Uint8Array; marks?: MaskMarks }
): Promise<Canvas> {
  const { width, height } = source
  const hole = resizePicture(await readPicture(mask), width, height).getContext('2d')
  const pixels = hole.getImageData(0, 0, width, height)
  // The brightness or opacity of a pixel is the share of one of the images.
  const channel = marks === 'transparent' ? 3 : 0
  for (let at = 0; at < pixels.data.length; at += 4) {
    const value = pixels.data[at + channel] ?? 0
    pixels.data[at + 3] = marks === 'white' ? value : 255 - value
  }
  hole.putImageData(pixels, 0, 0)
  hole.globalCompositeOperation = 'source-in'
  hole.drawImage(fresh, 0, 0)
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.drawImage(source, 0, 0)
  brush.drawImage(hole.canvas, 0, 0)
  return canvas
}

export function addFilter(source: Canvas | Image, filter: string): Canvas {
  const canvas = createCanvas(source.width, source.height)
  const brush = canvas.getContext('2d')
  brush.filter = filter
  brush.drawImage(source, 0, 0)
  return canvas
}

/**
 * Returns the same image with fewer details.
 * @param scale share of its width and height that remains; 1 returns the image itself
 */
export function reduceDetail(picture: Canvas, scale: number): Canvas {
  if (scale >= 1) return picture
  const small = createCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  small.getContext('2d').drawImage(picture, 0, 0, small.width, small.height)
  const canvas = createCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(small, 0, 0, canvas.width, canvas.height)
  return canvas
}
