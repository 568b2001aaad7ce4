import type { MaskMarks } from '#core/field.ts'
import { blurAlpha } from '#ui/mask/blur-alpha.ts'
import { paintStroke, type Strokes } from '#ui/mask/strokes.ts'

/** Width and height in pixels. */
export type Size = readonly [width: number, height: number]

type MaskOptions = {
  /** Distance over which the edge fades, on both sides, in pixels of the picture. */
  feather: number
  marks: MaskMarks
}

/** Pixels on the longer side of a small copy, in which a mask is measured and its edge fades. */
const SMALL = 512

/** Opacity from which a pixel counts as painted. An erased stroke leaves fainter edges. */
const PAINTED = 128

/**
 * Writes a mask as a PNG of the picture's size.
 * @returns `empty` if nothing is painted, or if all of it was erased again; `too_large` where the
 * browser cannot make a canvas of this size
 */
export async function createMaskFile(
  strokes: Strokes,
  size: Size,
  { feather, marks }: MaskOptions
): Promise<File | 'empty' | 'too_large'> {
  const colour = marks === 'black' ? 'black' : 'white'
  const share = Math.min(1, SMALL / Math.max(...size))
  const small = paintOn(strokes, size, share, colour)
  const pixels = small?.getImageData(0, 0, small.canvas.width, small.canvas.height)
  if (small === null || pixels === undefined) return 'too_large'
  if (!pixels.data.some((value, at) => at % 4 === 3 && value >= PAINTED)) return 'empty'
  if (feather > 0) {
    blurAlpha(pixels, Math.max(1, Math.round((feather / 2) * share)), colour === 'white' ? 255 : 0)
    small.putImageData(pixels, 0, 0)
  }
  const painted = feather > 0 ? small : paintOn(strokes, size, 1, colour)
  const paper = createCanvas(...size).getContext('2d')
  if (painted === null || paper === null) return 'too_large'
  paper.fillStyle = marks === 'black' ? 'white' : 'black'
  paper.fillRect(0, 0, ...size)
  if (marks === 'transparent') paper.globalCompositeOperation = 'destination-out'
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(painted.canvas, 0, 0, ...size)
  const bytes = await new Promise<Blob | null>(resolve => paper.canvas.toBlob(resolve, 'image/png'))
  return bytes === null ? 'too_large' : new File([bytes], 'mask.png', { type: 'image/png' })
}

/** Paints strokes on a new transparent canvas, at a share of the picture's size. */
function paintOn(
  { done }: Strokes,
  [width, height]: Size,
  share: number,
  colour: string
): CanvasRenderingContext2D | null {
  const side = (length: number): number => Math.max(1, Math.round(length * share))
  const canvas = createCanvas(side(width), side(height))
  const brush = canvas.getContext('2d')
  brush?.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0)
  if (brush !== null) for (const stroke of done) paintStroke(brush, stroke, colour)
  return brush
}

function createCanvas(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}
