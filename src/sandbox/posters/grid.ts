import type { Canvas, Image } from '@napi-rs/canvas'
import { centerIn, extendPicture, addFilter, replaceMasked } from '#media/compose.ts'
import { readPicture, resizePicture, scaleToPixels } from '#media/picture.ts'
import { range } from '#media/random.ts'
import { encodeSheet, type Sheet } from '#media/sheet.ts'
import { cropQuarter, drawSheet } from '#media/tile.ts'
import { drawPicture, type PictureInput } from '#sandbox/posters/picture.ts'
import { drawDemoMark } from '#sandbox/posters/words.ts'

type Seeded = { prompt: string; seed: number | string }

/** Width and height are those of one image, in pixels, 16 to 2048. */
export type GridInput = Omit<PictureInput, 'format' | 'variant'>

/** The change of an image. `repainted` means that it follows a new prompt. */
export type PictureChange =
  | { kind: 'vary'; strength: number; repainted?: boolean }
  | { kind: 'zoom'; by: number }
  /** The distance that the view moves, in widths and heights of the image. */
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'square' }
  /** The white area of the mask is repainted. */
  | { kind: 'region'; mask: Uint8Array }

/** `part` selects one image of a grid of four, from 1. Without it the whole image is meant. */
export type DeriveInput = Seeded & { picture: Uint8Array; part?: number; change: PictureChange }

/** `scale` multiplies the sides of a one-megapixel image. `creative` also changes its colours. */
export type EnlargeInput = Pick<DeriveInput, 'picture' | 'part' | 'seed'> & {
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
export async function makeGrid(order: GridInput): Promise<Sheet> {
  const cells = await Promise.all(range(4).map(variant => drawPicture({ ...order, variant })))
  return gridOf(cells, order.prompt)
}

/**
 * Makes four images from one.
 * @throws Problem `bad_request` for bytes that are not an image
 */
export async function deriveGrid({ picture, part, change, ...of }: DeriveInput): Promise<Sheet> {
  const source = scaleToPixels(partOf(await readPicture(picture), part), CELL)
  const cells = range(4).map(variant => changed(source, change, { ...of, variant }))
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
}: EnlargeInput): Promise<Sheet> {
  const whole = scaleToPixels(partOf(await readPicture(picture), part), ALONE)
  const source = creative ? addFilter(whole, 'contrast(1.1) saturate(1.25)') : whole
  return marked(resizePicture(source, source.width * scale, source.height * scale), [])
}

async function changed(
  source: Canvas,
  change: PictureChange,
  seeded: Seeded & { variant: number }
): Promise<Canvas> {
  const { width, height } = source
  const fresh = (): Promise<Canvas> => drawPicture({ ...seeded, width, height })
  switch (change.kind) {
    case 'vary':
      return change.strength < STRONG && change.repainted !== true
        ? addFilter(source, `hue-rotate(${(TURNS[seeded.variant] ?? 0) * change.strength}deg)`)
        : fresh()
    case 'zoom':
      return extendPicture(source, { width, height }, centerIn(source, source, 1 / change.by))
    case 'pan':
      return extendPicture(
        source,
        { width, height },
        { x: -change.x * width, y: -change.y * height, width, height }
      )
    case 'square': {
      const side = Math.round(Math.sqrt(width * height))
      const sheet = { width: side, height: side }
      return extendPicture(source, sheet, centerIn(source, sheet, side / Math.max(width, height)))
    }
    case 'region':
      return replaceMasked(source, await fresh(), change)
  }
}

function partOf(image: Image, part: number | undefined): Canvas | Image {
  return part === undefined ? image : cropQuarter(image, part - 1)
}

function gridOf(cells: readonly Canvas[], prompt: string): Sheet {
  const [first = { width: 0, height: 0 }] = cells
  return marked(drawSheet(cells, first), cells, prompt)
}

function marked(canvas: Canvas, cells: readonly Canvas[], prompt = ''): Sheet {
  for (const each of [canvas, ...cells])
    drawDemoMark(each.getContext('2d'), each.width, each.height, prompt)
  return encodeSheet(canvas, cells)
}
