import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'
import { Problem } from '#core/problem.ts'
import { reduceDetail } from '#media/compose.ts'
import { encodePicture } from '#media/picture.ts'
import { type QrPlace, placeQrCode, type QrPosition } from '#media/qr/layout.ts'
import { createQrMatrix, type CorrectionLevel, type QrMatrix } from '#media/qr/matrix.ts'
import { qrPayload, type QrContentType } from '#media/qr/payload.ts'
import { readQrCode, scanQrCode } from '#media/qr/read.ts'
import type { PixelStyle, MarkerShape } from '#media/qr/shapes.ts'
import { randomChoice, seededRandom, range, type Random } from '#media/random.ts'
import { paintArt } from '#sandbox/posters/art.ts'
import { toCss, paletteFor, type Palette } from '#sandbox/posters/palette.ts'
import { checkSize } from '#sandbox/posters/poster.ts'
import { drawDemoMark } from '#sandbox/posters/words.ts'
import { drawQrCode, type QrAppearance } from '#media/qr/draw.ts'

export type QrArtInput = {
  prompt: string
  seed: number | string
  /** Pixels, 16 to 2048. */
  width: number
  height: number
  /** The content of the code and its kind. With `raw` the content stays unchanged. */
  content: string
  type: QrContentType
  raw: boolean
  /** An image of a code whose content is used instead. */
  code?: Uint8Array
  /** Name of a preset, which decides the colors. */
  preset?: string
  /** From 1.5, for more of the image, to 3, for more of the code. */
  weight: number
  /** From 10 to 20: the details of the image. */
  steps: number
  position: QrPosition
  pixels: PixelStyle
  marker: MarkerShape | 'random'
  centre: MarkerShape | 'random'
  rotate: number
  level: CorrectionLevel
  /** Percent of the shorter side around the code, and share of stray modules, from 0 to 1. */
  padding: number
  noise: number
}

/** A JPEG that a scanner has read, and the number of attempts that failed before. */
export type QrArt = { picture: Uint8Array; plainer: number }

const MARKERS: readonly MarkerShape[] = ['square', 'circle', 'plus', 'box', 'octagon', 'tiny-plus']
const CENTRES: readonly MarkerShape[] = ['square', 'circle', 'plus', 'box']

type Rung = { more: number; whole: number; calm: number; plain?: true; large?: true }

/**
 * Attempts until a scanner reads the code: more contrast and simpler shapes, then squares, then the
 * largest size.
 */
const RUNGS: readonly Rung[] = [
  { more: 0, whole: 1, calm: 1 },
  { more: 0.2, whole: 0.75, calm: 1 },
  { more: 0.5, whole: 0.5, calm: 0.5 },
  { more: 1, whole: 0.25, calm: 0.25 },
  { more: 1, whole: 0, calm: 0.25, plain: true },
  { more: 1, whole: 0, calm: 0.1, plain: true, large: true }
]

const [BLACK, WHITE] = ['#000000', '#ffffff']

/**
 * Paints a poster of the prompt and draws a code over it, in the image's own colors. A scanner has
 * read the finished file.
 * @throws Problem `bad_request` for a content that is too long, a size out of range, or an image
 *   without a code
 */
export async function makeQrArt(order: QrArtInput): Promise<QrArt> {
  checkSize(order.width, order.height)
  const text =
    order.code === undefined
      ? qrPayload(order.type, order.content, order.raw)
      : await textIn(order.code)
  const ground = groundOf(order)
  const picture = paintGround(order, ground)
  const matrix = createQrMatrix(text, order.level)
  for (const [plainer, rung] of RUNGS.entries()) {
    const { bytes, place } = render(order, ground, { picture, matrix, rung })
    if (await reads(bytes, text, place)) return { picture: bytes, plainer }
  }
  throw new Problem('api_error', {
    detail: 'the QR code would not be readable by scanners'
  })
}

async function textIn(code: Uint8Array): Promise<string> {
  const text = await readQrCode(code)
  if (text === null)
    throw new Problem('bad_request', {
      detail: 'content_image_url: the image has no readable QR code'
    })
  return text
}

/** The colours of the art, its seed, and randomness for each part of the code. */
type Ground = { seed: string; palette: Palette; random: (part: string) => Random }

function groundOf({ prompt, seed, preset }: QrArtInput): Ground {
  const own = `${seed}\n${prompt}`
  return {
    seed: own,
    palette: paletteFor(preset ?? own),
    random: part => seededRandom(`${part}\n${own}`)
  }
}

/** Draws the art under the code. Fewer steps make it coarser. */
function paintGround({ width, height, steps }: QrArtInput, { seed, palette }: Ground): Canvas {
  const canvas = createCanvas(width, height)
  paintArt(canvas.getContext('2d'), { x: 0, y: 0, width, height }, { seed, palette })
  return reduceDetail(canvas, (steps / 20) ** 2)
}

type Drawn = { picture: Canvas; matrix: QrMatrix; rung: Rung }

function render(
  order: QrArtInput,
  ground: Ground,
  { picture: painted, matrix, rung }: Drawn
): { bytes: Uint8Array; place: QrPlace } {
  const { width, height } = order
  const place = placeQrCode({ ...order, size: matrix.size, large: rung.large === true })
  const picture = reduceDetail(painted, rung.calm)
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.drawImage(picture, 0, 0)
  const random = ground.random('stray modules')
  drawQrCode(brush, picture, matrix, place, lookOf(order, ground, rung), random)
  // The mark moves up where it would cover the code.
  if (place.y + place.side > height * 0.96)
    brush.translate(0, Math.round(Math.min(width, height) * 0.075) - height)
  drawDemoMark(brush, width, height, order.prompt)
  return { bytes: encodePicture(canvas, 'jpeg'), place }
}

function lookOf(order: QrArtInput, ground: Ground, { more, whole, plain }: Rung): QrAppearance {
  const random = ground.random('markers')
  const three = (shape: MarkerShape | 'random', all: readonly MarkerShape[]): MarkerShape[] =>
    range(3).map(() => (plain ? 'square' : shape === 'random' ? randomChoice(random, all) : shape))
  const [, , hue] = ground.palette.tones[0]
  return {
    pixels: plain ? 'square' : order.pixels,
    markers: three(order.marker, MARKERS),
    centres: three(order.centre, CENTRES),
    whole,
    rotate: order.rotate,
    strength: Math.min(1, ((order.weight - 1.5) / 1.5) * 0.6 + more),
    noise: plain ? 0 : order.noise,
    dark: plain ? BLACK : toCss([0.2, 0.08, hue]),
    light: plain ? WHITE : toCss([0.975, 0.03, hue])
  }
}

/**
 * Scans the image at its size, and as small as a distant phone sees it if its modules stay large
 * enough.
 */
async function reads(bytes: Uint8Array, text: string, { module }: QrPlace): Promise<boolean> {
  const image = await loadImage(bytes)
  const scales = module >= 8 ? [1, 0.5] : [1]
  return scales.every(scale => scanQrCode(image, scale, false) === text)
}
