import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { readPicture } from '#media/picture.ts'

/**
 * Sides in pixels at which an uploaded image is scanned. A large photo scans better when it is
 * small.
 */
const SIDES = [1024, 640, 1600, 400] as const

/**
 * Reads the text of the code in an image; null when a scanner finds none.
 * @throws Problem as `readPicture` does
 */
export async function readQrCode(bytes: Uint8Array): Promise<string | null> {
  const image = await readPicture(bytes)
  const largest = Math.max(image.width, image.height)
  for (const side of SIDES) {
    const text = scanQrCode(image, Math.min(4, side / largest), true)
    if (text !== null) return text
  }
  return null
}

/**
 * Scans an image at another scale.
 * @param inverted also finds light codes on dark
 */
export function scanQrCode(image: Image | Canvas, scale: number, inverted: boolean): string | null {
  const [width, height] = [
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale))
  ]
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.fillStyle = 'white'
  brush.fillRect(0, 0, width, height)
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(image, 0, 0, width, height)
  const { data } = brush.getImageData(0, 0, width, height)
  return (
    jsQR(data, width, height, { inversionAttempts: inverted ? 'attemptBoth' : 'dontInvert' })
      ?.data || null
  )
}
