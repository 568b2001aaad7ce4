import { paintStroke, type Strokes } from '#ui/mask/strokes.ts'

/** Width and height in pixels. */
export type Size = readonly [width: number, height: number]

/**
 * Writes a mask as a PNG of the picture's size: white where the picture changes, black elsewhere.
 * @param feather how far the edge fades on both sides, in pixels of the picture
 * @returns null where the browser cannot make a canvas of this size
 */
export async function createMaskFile(
  { done }: Strokes,
  [width, height]: Size,
  feather: number
): Promise<File | null> {
  const [painted, mask] = [createCanvas(width, height), createCanvas(width, height)]
  const [brush, paper] = [painted.getContext('2d'), mask.getContext('2d')]
  if (brush === null || paper === null) return null
  for (const stroke of done) paintStroke(brush, stroke, 'white')
  paper.fillStyle = 'black'
  paper.fillRect(0, 0, width, height)
  if (feather > 0) paper.filter = `blur(${feather / 2}px)`
  paper.drawImage(painted, 0, 0)
  const bytes = await new Promise<Blob | null>(resolve => mask.toBlob(resolve, 'image/png'))
  return bytes && new File([bytes], 'mask.png', { type: 'image/png' })
}

function createCanvas(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}
