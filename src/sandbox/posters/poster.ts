import { drawImageCover } from '#media/compose.ts'
import { createCanvas, type Canvas, type Image } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { seededRandom } from '#media/random.ts'
import { paintArt, type Box, type Brush } from '#sandbox/posters/art.ts'
import { toCss, paletteFor, type Palette } from '#sandbox/posters/palette.ts'
import { preparePosterText, drawPosterText, type PosterText } from '#sandbox/posters/words.ts'

export type PosterInput = {
  prompt: string
  seed: number | string
  /** Pixels, 16 to 2048. */
  width: number
  height: number
  /** Selects one of several posters for the same prompt and seed. */
  variant?: number
  /** Images that are shown instead of art, side by side. */
  images?: readonly (Image | Canvas)[]
}

/** A poster. `paint` draws it, and `phase` runs from 0 to 1 while a video plays. */
export type Poster = { palette: Palette; seed: string; paint(brush: Brush, phase?: number): void }

const LARGEST = 2048
const SMALLEST = 16
/** A poster at least this wide has its words beside the art, any other below or above it. */
const WIDE = 1.25
/** Share of the poster for words beside art, and beside images. */
const SHARE = { art: 0.46, images: 0.26 }

/** Composes a poster of the words of a prompt. The same order gives the same poster. */
export function composePoster(order: PosterInput): Poster {
  const { width, height, images = [], variant = 0 } = order
  const seed = `${variant}\n${order.seed}\n${order.prompt}`
  const palette = paletteFor(seed)
  const words = preparePosterText(order.prompt)
  const zones = layOut(order, words, seededRandom(`layout ${seed}`)())
  const sheet = zones.words === null ? null : wordSheet(order, words, zones.words, palette)
  const paint = (brush: Brush, phase = 0): void => {
    if (images.length === 0) paintArt(brush, zones.art, { seed, palette, phase })
    else paintImages(brush, zones.art, images)
    if (sheet !== null && zones.words !== null) brush.drawImage(sheet, zones.words.x, zones.words.y)
  }
  return { palette, seed, paint: width > 0 && height > 0 ? paint : () => undefined }
}

/** Divides a poster into art and words. All of it is art if there are no words. */
function layOut(
  { width, height, images = [] }: PosterInput,
  { text, dir }: PosterText,
  luck: number
): { art: Box; words: Box | null } {
  if (text === '') return { art: { x: 0, y: 0, width, height }, words: null }
  const share = images.length > 0 ? SHARE.images : SHARE.art
  if (width > height * WIDE && images.length === 0) {
    const wide = Math.round(width * share)
    const isLeft = dir === 'ltr'
    return {
      words: { x: isLeft ? 0 : width - wide, y: 0, width: wide, height },
      art: { x: isLeft ? wide : 0, y: 0, width: width - wide, height }
    }
  }
  const tall = Math.round(height * share)
  const isBelow = images.length > 0 || luck < 0.65
  return {
    words: { x: 0, y: isBelow ? height - tall : 0, width, height: tall },
    art: { x: 0, y: isBelow ? 0 : tall, width, height: height - tall }
  }
}

/** Draws the words once, since the frames of a video repeat them. */
function wordSheet(
  { width, height, images = [] }: PosterInput,
  words: PosterText,
  zone: Box,
  { paper, ink, tones }: Palette
): Canvas {
  const sheet = createCanvas(Math.max(1, zone.width), Math.max(1, zone.height))
  const brush = sheet.getContext('2d')
  const unit = Math.min(width, height)
  const [edge, rule] = [unit * 0.065, Math.max(1, unit * 0.012)]
  brush.fillStyle = toCss(paper)
  brush.fillRect(0, 0, zone.width, zone.height)
  brush.fillStyle = toCss(tones[0])
  const long = unit * 0.1
  brush.fillRect(words.dir === 'rtl' ? zone.width - edge - long : edge, edge, long, rule)
  const top = edge + rule + unit * (images.length > 0 ? 0.02 : 0.04)
  // The mark of the demo is below the words, in the corner.
  const box = { x: edge, y: top, width: zone.width - 2 * edge, height: zone.height - top - edge }
  drawPosterText(brush, words, { box, unit, ink })
  return sheet
}

function paintImages(brush: Brush, zone: Box, images: readonly (Image | Canvas)[]): void {
  const wide = zone.width / images.length
  for (const [at, image] of images.entries())
    drawImageCover(brush, image, { ...zone, x: zone.x + at * wide, width: wide })
}

/** @throws Problem `bad_request` for a side that is out of range */
export function checkSize(width: number, height: number): void {
  const fits = (side: number): boolean =>
    Number.isInteger(side) && side >= SMALLEST && side <= LARGEST
  if (!fits(width) || !fits(height))
    throw new Problem('bad_request', {
      detail: `each side must have ${SMALLEST} to ${LARGEST} pixels`
    })
}
