import type { Canvas, Image } from '@napi-rs/canvas'
import { centred, extendPicture, filtered, replaceMasked } from '#media/compose.ts'
import { readPicture, resizePicture, scaledTo } from '#media/picture.ts'
import { upTo } from '#media/random.ts'
import { encodeSheet, type Sheet } from '#media/sheet.ts'
import { quarterOf, sheetOf } from '#media/tile.ts'
import { drawPicture, type PictureOrder } from '#sandbox/posters/picture.ts'
import { mark } from '#sandbox/posters/words.ts'

type Seeded = { prompt: string; seed: number | string }

/** Width and height are those of one image, in pixels, 16 to 2048. */
export type GridOrder = Omit<PictureOrder, 'format' | 'variant'>

/** The change of an image. `repainted` means that it follows a new prompt. */
export type Change =
  | { kind: 'vary'; strength: number; repainted?: boolean }
  | { kind: 'zoom'; by: number }
  /** The distance that the view moves, in widths and heights of the image. */
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'square' }
  /** The white area of the mask is repainted. */
  | { kind: 'region'; mask: Uint8Array }

/** `part` selects one image of a grid of four, from 1. Without it the whole image is meant. */
export type DeriveOrder = Seeded & { picture: Uint8Array; part?: number; change: Change }

/** `scale` multiplies the sides of a one-megapixel image. `creative` also changes its colours. */
export type EnlargeOrder = Pick<DeriveOrder, 'picture' | 'part' | 'seed'> & {
  scale: 1 | 2 | 4
  creative: boolean
}

/** Pixels of one image of a grid that comes from another one, and of a single image. */
const CELL = 768 * 768
const ALONE = 1024 * 1024
/** Below this strength a variation keeps the image and only turns its colors. */
const STRONG = 1
/** Degrees by which each of four variations turns the colours, times the strength. */
const TURNS = [24, -24, 44, -44] as const

/**
 * Makes four posters of one prompt.
 * @throws Problem `bad_request` for a size out of range or an input that is not an image
 */
export async function makeGrid(order: GridOrder): Promise<Sheet> {
  const cells = await Promise.all(upTo(4).map(variant => drawPicture({ ...order, variant })))
  return gridOf(cells, order.prompt)
}

/**
 * Makes four images from one.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function deriveGrid({ picture, part, change, ...of }: DeriveOrder): Promise<Sheet> {
  const source = scaledTo(partOf(await readPicture(picture), part), CELL)
  const cells = upTo(4).map(variant => changed(source, change, { ...of, variant }))
  return gridOf(await Promise.all(cells), of.prompt)
}

/**
 * Enlarges one image.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function enlargePicture({
  picture,
  part,
  scale,
  creative
}: EnlargeOrder): Promise<Sheet> {
  const whole = scaledTo(partOf(await readPicture(picture), part), ALONE)
  const source = creative ? filtered(whole, 'contrast(1.1) saturate(1.25)') : whole
  return marked(resizePicture(source, source.width * scale, source.height * scale), [])
}

async function changed(
  source: Canvas,
  change: Change,
  seeded: Seeded & { variant: number }
): Promise<Canvas> {
  const { width, height } = source
  const fresh = (): Promise<Canvas> => drawPicture({ ...seeded, width, height })
  switch (change.kind) {
    case 'vary':
      return change.strength < STRONG && change.repainted !== true
        ? filtered(source, `hue-rotate(${(TURNS[seeded.variant] ?? 0) * change.strength}deg)`)
        : fresh()
    case 'zoom':
      return extendPicture(source, { width, height }, centred(source, source, 1 / change.by))
    case 'pan':
      return extendPicture(
        source,
        { width, height },
        { x: -change.x * width, y: -change.y * height, width, height }
      )
    case 'square': {
      const side = Math.round(Math.sqrt(width * height))
      const sheet = { width: side, height: side }
      return extendPicture(source, sheet, centred(source, sheet, side / Math.max(width, height)))
    }
    case 'region':
      return replaceMasked(source, await fresh(), await readPicture(change.mask))
  }
}

function partOf(image: Image, part: number | undefined): Canvas | Image {
  return part === undefined ? image : quarterOf(image, part - 1)
}

function gridOf(cells: readonly Canvas[], prompt: string): Sheet {
  const [first = { width: 0, height: 0 }] = cells
  return marked(sheetOf(cells, first), cells, prompt)
}

function marked(canvas: Canvas, cells: readonly Canvas[], prompt = ''): Sheet {
  for (const each of [canvas, ...cells])
    mark(each.getContext('2d'), each.width, each.height, prompt)
  return encodeSheet(canvas, cells)
}
