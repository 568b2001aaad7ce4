/** A crop of an image: left, top, width and height as fractions of the image. */
export type CropBox = { left: number; top: number; width: number; height: number }

/** Smallest crop, as a fraction of the largest that fits. */
const LEAST = 0.1

/**
 * Returns the largest crop of a shape, in the middle of the image.
 * @param ratio the shape's width to height, divided by the image's
 */
export function largestBox(ratio: number): CropBox {
  const [width, height] = ratio >= 1 ? [1, 1 / ratio] : [ratio, 1]
  return { width, height, left: (1 - width) / 2, top: (1 - height) / 2 }
}

/**
 * Moves a crop within the image.
 * @param x,y in fractions of the image
 */
export function moveBox(box: CropBox, x: number, y: number): CropBox {
  return {
    ...box,
    left: within(box.left + x, 1 - box.width),
    top: within(box.top + y, 1 - box.height)
  }
}

/**
 * Resizes a crop around its own centre.
 * @param size as a fraction of the largest that fits
 */
export function resizeBox(box: CropBox, ratio: number, size: number): CropBox {
  const largest = largestBox(ratio)
  const scale = Math.min(1, Math.max(LEAST, size))
  const [width, height] = [largest.width * scale, largest.height * scale]
  const grown = {
    width,
    height,
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2
  }
  return moveBox(grown, 0, 0)
}

/** Returns the size of a crop as a fraction of the largest that fits. */
export function sizeOf(box: CropBox, ratio: number): number {
  return box.width / largestBox(ratio).width
}

/** Thinnest crop that is sent, as a fraction of the image, so that it is never empty. */
const THINNEST = 0.0001

/** Formats a crop for the server. */
export function cropText({ left, top, width, height }: CropBox): string {
  return [left, top, Math.max(THINNEST, width), Math.max(THINNEST, height)]
    .map(part => part.toFixed(4))
    .join(',')
}

function within(value: number, most: number): number {
  return Math.min(Math.max(0, value), Math.max(0, most))
}
