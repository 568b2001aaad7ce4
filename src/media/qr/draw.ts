import { createCanvas, Path2D, type Canvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { QrPlace } from '#media/qr/layout.ts'
import type { Point, QrMatrix } from '#media/qr/matrix.ts'
import { addShape, pixelPath, type PixelStyle, type MarkerShape } from '#media/qr/shapes.ts'
import { interpolate, type Random } from '#media/random.ts'

/** The appearance of a code. */
export type QrAppearance = {
  pixels: PixelStyle
  /** Shapes of the markers, one for each. */
  markers: readonly MarkerShape[]
  centres: readonly MarkerShape[]
  /** Share of the full shapes, from 0 for plain squares to 1. */
  whole: number
  /** Degrees clockwise. */
  rotate: number
  /** Contrast between the code and its image: 0 is low, 1 is dark on light. */
  strength: number
  /** Share of stray modules around the code, from 0 to 1. */
  noise: number
  /** Two colors as `#rrggbb`. */
  dark: string
  light: string
}

/** Draws a code over an image, in the image's own colors, darkened and lightened. */
export function drawQrCode(
  brush: SKRSContext2D,
  picture: Canvas,
  matrix: QrMatrix,
  place: QrPlace,
  look: QrAppearance,
  random: Random
): void {
  const { size, isDark, isFree } = matrix
  const { strength } = look
  const soft = softened(picture, place.module)
  const light = tinted(soft, look.light, interpolate(0.66, 1, strength))
  const dark = tinted(soft, look.dark, interpolate(0.62, 1, strength))
  const fill = (sheet: Canvas, path: Path2D, alpha = 1): void =>
    fillWith(brush, place, matrix, look.rotate, { sheet, path, alpha })
  fill(dark, strayPath(matrix, place, look, random), 0.75)
  fill(light, groundPath(size, place.quiet), interpolate(0.42, 1, strength))
  fill(
    light,
    pixelPath(look.pixels, (x, y) => isFree(x, y) && !isDark(x, y), 0, size)
  )
  fill(
    dark,
    pixelPath(look.pixels, (x, y) => isFree(x, y) && isDark(x, y), 0, size)
  )
  fill(tinted(soft, look.light, interpolate(0.82, 1, strength)), markerGround(matrix))
  const deep = tinted(soft, look.dark, interpolate(0.76, 1, strength))
  for (const eye of eyesOf(matrix, look)) fill(deep, eyePath(eye))
}

type Filling = { sheet: Canvas; path: Path2D; alpha: number }

/** Fills an outline, given in modules, with the pixels of a sheet that is as large as the image. */
function fillWith(
  brush: SKRSContext2D,
  place: QrPlace,
  { size }: QrMatrix,
  rotate: number,
  { sheet, path, alpha }: Filling
): void {
  brush.save()
  brush.translate(place.x + place.side / 2, place.y + place.side / 2)
  brush.rotate((rotate * Math.PI) / 180)
  brush.scale(place.module, place.module)
  brush.translate(-size / 2, -size / 2)
  brush.clip(path, 'evenodd')
  brush.resetTransform()
  brush.globalAlpha = alpha
  brush.drawImage(sheet, 0, 0)
  brush.restore()
}

/** Removes details smaller than a module, since a scanner would read them as modules. */
function softened(picture: Canvas, module: number): Canvas {
  const { width, height } = picture
  const small = createCanvas(
    Math.max(2, Math.round(width / module)),
    Math.max(2, Math.round(height / module))
  )
  const pen = small.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, small.width, small.height)
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(small, 0, 0, width, height)
  return canvas
}

function tinted(picture: Canvas, colour: string, share: number): Canvas {
  const canvas = createCanvas(picture.width, picture.height)
  const brush = canvas.getContext('2d')
  brush.drawImage(picture, 0, 0)
  brush.globalAlpha = share
  brush.fillStyle = colour
  brush.fillRect(0, 0, picture.width, picture.height)
  return canvas
}

function groundPath(size: number, quiet: number): Path2D {
  const path = new Path2D()
  path.roundRect(-quiet, -quiet, size + 2 * quiet, size + 2 * quiet, quiet)
  return path
}

function markerGround({ markers }: QrMatrix): Path2D {
  const path = new Path2D()
  for (const [x, y] of markers) path.roundRect(x - 4.5, y - 4.5, 9, 9, 1)
  return path
}

type Eye = { at: Point; side: number; ring: MarkerShape; centre: MarkerShape; whole: number }

/** Draws a ring around a center piece. Sides are odd numbers of modules. */
function eyePath({ at, side, ring, centre, whole }: Eye): Path2D {
  const path = new Path2D()
  addShape(path, ring, at, side, whole)
  addShape(path, ring, at, side - 2, whole)
  addShape(path, centre, at, side - 4, whole)
  return path
}

function eyesOf(
  { markers, alignments }: QrMatrix,
  { markers: rings, centres, whole }: QrAppearance
): Eye[] {
  const [own = 'square'] = centres
  return [
    ...markers.map((at, which) => ({
      at,
      side: 7,
      ring: rings[which] ?? 'square',
      centre: centres[which] ?? own,
      whole
    })),
    ...alignments.map(at => ({ at, side: 5, ring: own, centre: own, whole }))
  ]
}

/**
 * Adds modules that mean nothing, fewer at a greater distance, so the edge of the code fades into
 * the image.
 */
function strayPath(
  { size }: QrMatrix,
  { quiet }: QrPlace,
  { noise, pixels }: QrAppearance,
  random: Random
): Path2D {
  const reach = Math.round(size * 0.3)
  const chances = new Map<string, boolean>()
  const isStray = (x: number, y: number): boolean => {
    const away = Math.max(-x, x - size + 1, -y, y - size + 1)
    if (noise === 0 || away <= quiet || away > reach) return false
    const key = `${x} ${y}`
    const chosen =
      chances.get(key) ?? random() < noise * 0.5 * (1 - (away - quiet) / (reach - quiet))
    chances.set(key, chosen)
    return chosen
  }
  return pixelPath(pixels, isStray, -reach, size + reach)
}
