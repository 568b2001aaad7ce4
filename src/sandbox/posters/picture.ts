import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { encodePicture, readPicture, type PictureFormat } from '#media/picture.ts'
import { checkSize, composePoster, type PosterInput } from '#sandbox/posters/poster.ts'
import { drawDemoMark } from '#sandbox/posters/words.ts'

/** An order for an image. Inputs are images that an edit starts from. */
export type PictureInput = Omit<PosterInput, 'images'> & {
  format: PictureFormat
  inputs?: readonly Uint8Array[]
}

/** Maximum inputs that are shown. */
const MOST_INPUTS = 5

/**
 * Makes a poster of the words of a prompt. The same order gives the same bytes.
 * @returns the file in the requested format
 * @throws Problem `bad_request` for a size out of range or an input that is not an image
 */
export async function makePicture({ format, ...order }: PictureInput): Promise<Uint8Array> {
  const canvas = await drawPicture(order)
  drawDemoMark(canvas.getContext('2d'), order.width, order.height, order.prompt)
  return encodePicture(canvas, format)
}

/** Draws a poster without the mark. Problems as for {@link makePicture}. */
export async function drawPicture({
  inputs = [],
  ...order
}: Omit<PictureInput, 'format'>): Promise<Canvas> {
  checkSize(order.width, order.height)
  const images = await Promise.all(inputs.slice(0, MOST_INPUTS).map(readPicture))
  const canvas = createCanvas(order.width, order.height)
  composePoster({ ...order, images }).paint(canvas.getContext('2d'))
  return canvas
}
