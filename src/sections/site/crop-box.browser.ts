/** A part of a picture: left, top, width and height in fractions of the picture's own. */
export type CropBox = { left: number; top: number; width: number; height: number }

/** Smallest part, in fractions of the largest that fits. */
const LEAST = 0.1

/** The largest part of a shape that fits, in the middle. @param ratio of the shape to the picture's own, width to height */
export function largestBox(ratio: number): CropBox {
  const [width, height] = ratio >= 1 ? [1, 1 / ratio] : [ratio, 1]
  return { width, height, left: (1 - width) / 2, top: (1 - height) / 2 }
}

/** The same part somewhere else, inside of the picture. @param x,y in fractions of the picture */
export function moved(box: CropBox, x: number, y: number): CropBox {
  return { ...box, left: within(box.left + x, 1 - box.width), top: within(box.top + y, 1 - box.height) }
}

/** The part with another size, around its own middle. @param size in fractions of the largest that fits */
export function resized(box: CropBox, ratio: number, size: number): CropBox {
  const largest = largestBox(ratio)
  const scale = Math.min(1, Math.max(LEAST, size))
  const [width, height] = [largest.width * scale, largest.height * scale]
  const grown = { width, height, left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2 }
  return moved(grown, 0, 0)
}

/** Its size in fractions of the largest that fits. */
export function sizeOf(box: CropBox, ratio: number): number {
  return box.width / largestBox(ratio).width
}

/** Thinnest part that is sent, in fractions of the picture: none is nothing. */
const THINNEST = 0.0001

/** As the server reads it. */
export function cropText({ left, top, width, height }: CropBox): string {
  return [left, top, Math.max(THINNEST, width), Math.max(THINNEST, height)].map(part => part.toFixed(4)).join(',')
}

function within(value: number, most: number): number {
  return Math.min(Math.max(0, value), Math.max(0, most))
}
