import type { Canvas } from '@napi-rs/canvas'
import type { MaskMarks } from '#core/field.ts'
import { centerIn, extendPicture, addFilter, replaceMasked } from '#media/compose.ts'
import { removeBackground } from '#media/cut-out.ts'
import { encodePicture, readPicture, resizePicture } from '#media/picture.ts'
import { drawPicture } from '#sandbox/posters/picture.ts'
import { drawDemoMark } from '#sandbox/posters/words.ts'

/** A change of a given image. What its mask marks is replaced. */
export type RetouchInput = { picture: Uint8Array; seed: string } & (
  | { kind: 'upscale'; by: number }
  | { kind: 'cutout' }
  | { kind: 'erase'; mask: Uint8Array; marks?: MaskMarks; prompt: string }
  | { kind: 'expand'; ratio: number }
)

/** Pixels of the longest side of an image, and of an upscaled one. */
const LONGEST = 2048
const UPSCALED = 4096

/**
 * Changes an image without a model: resizes it, removes its background, blurs or paints over a
 * part, or extends it, blurred. The file is a PNG if parts are transparent, else a JPEG.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function retouchPicture(
  order: RetouchInput
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const canvas = await retouched(order)
  const { width, height } = canvas
  drawDemoMark(canvas.getContext('2d'), width, height, 'prompt' in order ? order.prompt : '')
  const bytes = encodePicture(canvas, order.kind === 'cutout' ? 'png' : 'jpeg')
  return { bytes, width, height }
}

async function retouched(order: RetouchInput): Promise<Canvas> {
  const image = await readPicture(order.picture)
  const [by, most] = order.kind === 'upscale' ? [order.by, UPSCALED] : [1, LONGEST]
  const share = Math.min(by, most / Math.max(image.width, image.height))
  const side = (length: number): number => Math.max(16, Math.round(length * share))
  const source = resizePicture(image, side(image.width), side(image.height))
  switch (order.kind) {
    case 'upscale':
      return source
    case 'cutout':
      return removeBackground(source)
    case 'erase':
      return replaceMasked(source, await filling(order, source), order)
    case 'expand': {
      const { width, height } = source
      const sheet = {
        width: Math.round(Math.max(width, height * order.ratio)),
        height: Math.round(Math.max(height, width / order.ratio))
      }
      return extendPicture(source, sheet, centerIn(source, sheet))
    }
  }
}

/** Returns what fills the masked part: a poster of the prompt, or without one the blurred image. */
function filling(
  { prompt, seed }: { prompt: string; seed: string },
  source: Canvas
): Canvas | Promise<Canvas> {
  if (prompt === '')
    return addFilter(source, `blur(${Math.round(Math.max(source.width, source.height) * 0.08)}px)`)
  const size = { width: Math.min(2048, source.width), height: Math.min(2048, source.height) }
  return drawPicture({ prompt, seed, ...size }).then(poster =>
    resizePicture(poster, source.width, source.height)
  )
}
