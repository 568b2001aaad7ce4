import { fetchFileFacts, fileNameIn } from '#client/own-file.ts'
import { boundSize, turnMatrix, type Frame } from '#ui/mask/crop-frame.ts'
import type { Size } from '#ui/mask/mask-file.ts'

/** The part of an image to keep. `turns` are quarter turns clockwise; the frame is in the turned image. */
export type Crop = { frame: Frame; turns: number }

/** The image as it was loaded, and its size in pixels. */
export type Loaded = { image: HTMLImageElement; size: Size }

/** Every browser holds this many pixels, so that smaller images need no trial. */
const SAFE = 4096 * 4096

/** The longest side and the most pixels of a canvas in the browsers that hold the most. */
const MOST = { side: 16_384, area: 16_384 * 16_384 }

/** Qualities of a JPEG, to try until the file is small enough. */
const QUALITIES = [0.95, 0.85, 0.7] as const

/** Limits of a canvas, see {@link boundSize}. */
export type CanvasLimit = typeof MOST

/** Finds out how large a canvas this browser can hold, at most for an image of this size. */
export function canvasLimit(size: Size): CanvasLimit {
  let { area } = MOST
  while (area > SAFE && !canHold(boundSize(size, { ...MOST, area }))) area /= 2
  return { ...MOST, area }
}

/** Tells whether a canvas keeps what is drawn on it. Too large ones stay empty without an error. */
function canHold([width, height]: Size): boolean {
  if (width * height <= SAFE) return true
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  try {
    const brush = canvas.getContext('2d')
    brush?.fillRect(width - 1, height - 1, 1, 1)
    return brush?.getImageData(width - 1, height - 1, 1, 1).data[3] === 255
  } catch {
    return false
  } finally {
    // Browsers free a canvas late, but an empty one has nothing to free.
    canvas.width = 0
  }
}

/**
 * Draws the part of an image that is inside the frame.
 * @param target the canvas, whose size decides the scale
 * @returns false where the browser cannot draw on it
 */
export function drawCrop(
  target: HTMLCanvasElement,
  { image, size }: Loaded,
  { frame, turns }: Crop
): boolean {
  const brush = target.getContext('2d')
  if (brush === null) return false
  brush.resetTransform()
  brush.clearRect(0, 0, target.width, target.height)
  brush.imageSmoothingQuality = 'high'
  brush.setTransform(target.width / frame.width, 0, 0, target.height / frame.height, 0, 0)
  brush.translate(-frame.x, -frame.y)
  brush.transform(...turnMatrix(turns, size))
  brush.drawImage(image, 0, 0)
  return true
}

/**
 * Cuts a part out of an image: as a JPEG if the image is one, otherwise as a PNG, or as a JPEG if
 * that would be too large.
 * @param name of the image's file
 * @param bytes largest file, in bytes
 * @returns null if the browser cannot make such a file
 */
export async function createCropFile(
  loaded: Loaded,
  crop: Crop,
  { output: [width, height], name, bytes }: { output: Size; name: string; bytes: number }
): Promise<File | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  if (!drawCrop(canvas, loaded, crop)) return null
  const type = (await fetchFileFacts(loaded.image.src))?.type ?? ''
  const stem = (name || fileNameIn(loaded.image.src)).replace(/\.[^.]*$/, '')
  const png = type === 'image/jpeg' ? null : await encode(canvas, 'image/png')
  if (png !== null && png.size <= bytes) return new File([png], `${stem}.png`, { type: png.type })
  fillBackground(canvas)
  for (const quality of QUALITIES) {
    const jpeg = await encode(canvas, 'image/jpeg', quality)
    if (jpeg !== null && jpeg.size <= bytes)
      return new File([jpeg], `${stem}.jpg`, { type: jpeg.type })
  }
  return null
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> {
  return new Promise(resolve => canvas.toBlob(resolve, type, quality))
}

/** Puts white behind the image, because a JPEG would show its transparent parts black. */
function fillBackground(canvas: HTMLCanvasElement): void {
  const brush = canvas.getContext('2d')
  if (brush === null) return
  brush.resetTransform()
  brush.globalCompositeOperation = 'destination-over'
  brush.fillStyle = 'white'
  brush.fillRect(0, 0, canvas.width, canvas.height)
}
