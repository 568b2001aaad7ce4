import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { MOST_PIXELS, pictureSize } from '#media/picture-size.ts'

export type PictureFormat = 'png' | 'jpeg' | 'webp'

/**
 * Decodes an image that a caller or a vendor sent.
 * @throws Problem `bad_request` if the bytes are no image, `content_too_large` if it has more than
 * `MOST_PIXELS` pixels
 */
export async function readPicture(bytes: Uint8Array): Promise<Image> {
  const size = pictureSize(bytes)
  if (size === null) throw new Problem('bad_request', { detail: 'an image input cannot be read' })
  if (size.width * size.height > MOST_PIXELS)
    throw new Problem('content_too_large', {
      detail: `an input has more than ${MOST_PIXELS} pixels`
    })
  try {
    const image = await loadImage(bytes)
    if (image.width > 0 && image.height > 0) return image
  } catch (thrown) {
    throw new Problem('bad_request', {
      detail: 'an image input cannot be read',
      cause: thrown
    })
  }
  throw new Problem('bad_request', { detail: 'an image input is empty' })
}

/** Encodes a canvas; JPEG at quality 90, WebP at 86 of 100. */
export function encodePicture(canvas: Canvas, format: PictureFormat): Uint8Array {
  return format === 'png'
    ? canvas.encodeSync('png')
    : canvas.encodeSync(format, format === 'jpeg' ? 90 : 86)
}

/** Draws an image at another size, in pixels. */
export function resizePicture(source: Canvas | Image, width: number, height: number): Canvas {
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(source, 0, 0, width, height)
  return canvas
}

/** Scales an image to about this many pixels, with the same proportions. */
export function scaleToPixels(image: Canvas | Image, pixels: number): Canvas {
  const scale = Math.sqrt(pixels / (image.width * image.height))
  const side = (length: number): number => Math.max(16, Math.round((length * scale) / 16) * 16)
  return resizePicture(image, side(image.width), side(image.height))
}
