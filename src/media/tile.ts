import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { readPicture } from '#media/picture.ts'
import { range } from '#media/random.ts'
import { encodeSheet, type Sheet } from '#media/sheet.ts'

/** Number of images on a sheet. */
const COUNT = 4

/**
 * Puts four images of a vendor on one sheet, each as large as the first.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function tilePictures({
  pictures
}: {
  pictures: readonly Uint8Array[]
}): Promise<Sheet> {
  const images = await Promise.all(pictures.slice(0, COUNT).map(readPicture))
  const [first] = images
  if (first === undefined || images.length < COUNT)
    throw new Problem('bad_request', { detail: 'a sheet needs four images' })
  const canvas = drawSheet(images, first)
  return encodeSheet(
    canvas,
    range(COUNT).map(at => cropQuarter(canvas, at))
  )
}

/** Draws images in two rows of two, each at this size. */
export function drawSheet(
  images: readonly (Canvas | Image)[],
  { width, height }: { width: number; height: number }
): Canvas {
  const canvas = createCanvas(width * 2, height * 2)
  const brush = canvas.getContext('2d')
  for (const [at, image] of images.entries())
    brush.drawImage(image, (at % 2) * width, Math.floor(at / 2) * height, width, height)
  return canvas
}

/**
 * Cuts one image, counted from 1, out of a sheet of four, or returns the whole sheet.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function cutPicture({
  picture,
  part
}: {
  picture: Uint8Array
  part?: number
}): Promise<Sheet> {
  const image = await readPicture(picture)
  return encodeSheet(part === undefined ? copyOf(image) : cropQuarter(image, part - 1), [])
}

/** Cuts one image out of a sheet of four, counted from 0. */
export function cropQuarter(sheet: Canvas | Image, at: number): Canvas {
  const [width, height] = [Math.floor(sheet.width / 2), Math.floor(sheet.height / 2)]
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(sheet, -(at % 2) * width, -Math.floor(at / 2) * height)
  return canvas
}

function copyOf(image: Image): Canvas {
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}
