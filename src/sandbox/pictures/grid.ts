import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { readPicture, resizePicture } from '#media/picture.ts'
import { seededRandom, upTo } from '#media/random.ts'
import { encodeSheet, type Sheet } from '#media/sheet.ts'
import { continued, enlarged, masked, pictureIn, varied } from '#sandbox/pictures/derive.ts'
import type { Place } from '#sandbox/pictures/derive-marks.ts'
import { paintEdit } from '#sandbox/pictures/edit.ts'
import { finish } from '#sandbox/pictures/finish.ts'
import { watermark } from '#sandbox/pictures/letters.ts'
import { checkSize, paintStill } from '#sandbox/pictures/picture.ts'
import { createStage } from '#sandbox/pictures/stage.ts'

type Seeded = { prompt: string; seed: number | string }

/** Sides are those of one picture, in pixels, 16 to 2048. */
export type GridOrder = Seeded & {
  width: number
  height: number
  /** Pictures to go by. */
  inputs?: readonly Uint8Array[]
}

/** What happens to one picture. `repainted`: in the colours of the prompt. */
export type Change =
  | { kind: 'vary'; strength: number; repainted?: boolean }
  | { kind: 'zoom'; by: number }
  /** In which direction more is shown, in widths and heights of the picture. */
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'square' }
  /** White in the mask is painted anew. */
  | { kind: 'region'; mask: Uint8Array }

/** `part` is which of a grid of four it is, from 1; the whole when not given. */
export type DeriveOrder = Seeded & { picture: Uint8Array; part?: number; change: Change }

/** `scale` is that of the sides, against a picture of a megapixel; `creative` adds detail that was not there. */
export type EnlargeOrder = Pick<DeriveOrder, 'picture' | 'part' | 'seed'> & {
  scale: 1 | 2 | 4
  creative: boolean
}

/** Pixels of one picture of a grid that is made of another, and of one that stands alone. */
const CELL = 768 * 768
const ALONE = 1024 * 1024

/** Four pictures of one prompt. @throws Problem `bad_request` for a size out of range or an input that is no picture */
export async function makeGrid({
  prompt,
  seed,
  width,
  height,
  inputs = []
}: GridOrder): Promise<Sheet> {
  checkSize(width, height)
  const cells: Canvas[] = []
  for (const variant of upTo(4)) {
    const canvas = createCanvas(width, height)
    const brush = canvas.getContext('2d')
    const stage = createStage({ prompt, seed, width, height, variant })
    if (inputs.length === 0) paintStill(brush, stage)
    else await paintEdit(brush, stage, inputs)
    finish(brush, width, height, 0.3)
    cells.push(canvas)
  }
  return sheetOf(cells)
}

/** Four pictures that come of one. @throws Problem `bad_request` for what is no picture */
export async function deriveGrid({
  picture,
  part,
  change,
  prompt,
  seed
}: DeriveOrder): Promise<Sheet> {
  const whole = pictureIn(await readPicture(picture), part)
  const source = scaledTo(whole, CELL)
  const cells: Canvas[] = []
  for (const variant of upTo(4))
    cells.push(await changed(source, change, { prompt, seed, variant }))
  return sheetOf(cells)
}

/** One picture by itself, larger than it was. @throws Problem `bad_request` for what is no picture */
export async function enlargePicture({
  picture,
  part,
  seed,
  scale,
  creative
}: EnlargeOrder): Promise<Sheet> {
  const whole = scaledTo(pictureIn(await readPicture(picture), part), ALONE)
  const source = creative ? varied(whole, seededRandom(`creative ${seed}`), 0.18) : whole
  // Edges that are clear at twice the size are clear enough; at more it would take a memory of its own.
  const clear = Math.min(scale, 2)
  const canvas = enlarged(
    source,
    source.width * clear,
    source.height * clear,
    creative ? 0.6 : 0.35
  )
  return finished(
    scale > clear ? resizePicture(canvas, source.width * scale, source.height * scale) : canvas,
    []
  )
}

type Seeding = Seeded & { variant: number }

async function changed(
  source: Canvas,
  change: Change,
  { prompt, seed, variant }: Seeding
): Promise<Canvas> {
  const { width, height } = source
  const random = seededRandom(`${change.kind} ${variant} ${seed}`)
  const stage = createStage({ prompt, seed, width, height, variant })
  switch (change.kind) {
    case 'vary':
      return varied(
        source,
        random,
        change.strength,
        change.repainted === true ? stage.palette.accents[variant % 2] : undefined
      )
    case 'zoom':
      return continued(source, width, height, centred(source, width, height, 1 / change.by), random)
    case 'pan':
      return continued(
        source,
        width,
        height,
        { x: -change.x * width, y: -change.y * height, width, height },
        random
      )
    case 'square': {
      const side = Math.round(Math.sqrt(width * height))
      return continued(
        source,
        side,
        side,
        centred(source, side, side, side / Math.max(width, height)),
        random
      )
    }
    case 'region': {
      const fresh = createCanvas(width, height)
      paintStill(fresh.getContext('2d'), stage)
      finish(fresh.getContext('2d'), width, height, 0.3)
      return masked(source, fresh, await readPicture(change.mask))
    }
  }
}

function centred(
  { width, height }: Canvas,
  sheetWidth: number,
  sheetHeight: number,
  scale: number
): Place {
  const [wide, tall] = [width * scale, height * scale]
  return { x: (sheetWidth - wide) / 2, y: (sheetHeight - tall) / 2, width: wide, height: tall }
}

/** In the same proportions, with about so many pixels. */
function scaledTo(canvas: Canvas, pixels: number): Canvas {
  const scale = Math.sqrt(pixels / (canvas.width * canvas.height))
  const side = (length: number): number => Math.max(16, Math.round((length * scale) / 16) * 16)
  return resizePicture(canvas, side(canvas.width), side(canvas.height))
}

function sheetOf(cells: readonly Canvas[]): Sheet {
  const [{ width, height } = { width: 0, height: 0 }] = cells
  const canvas = createCanvas(width * 2, height * 2)
  const brush = canvas.getContext('2d')
  for (const [at, cell] of cells.entries())
    brush.drawImage(cell, (at % 2) * width, Math.floor(at / 2) * height)
  return finished(canvas, cells)
}

function finished(canvas: Canvas, cells: readonly Canvas[]): Sheet {
  for (const each of [canvas, ...cells]) watermark(each.getContext('2d'), each.width, each.height)
  return encodeSheet(canvas, cells)
}
