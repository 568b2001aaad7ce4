type PictureSize = { width: number; height: number }

/**
 * Most pixels of an image that this process decodes. A small file may hold an image that fills the
 * memory.
 */
export const MOST_PIXELS = 40_000_000

/**
 * Reads the size of an image in pixels from its first bytes, without decoding it.
 * @returns null for anything but PNG, JPEG, GIF, BMP, WebP and AVIF, and if the bytes end before
 * the size
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = sizeIn(head)
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch (thrown) {
    // A field lies beyond the end of the bytes.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/**
 * Returns the aspect ratio of an image, such as `1200:800`.
 * @param usual the size to use if there is no image, or one that cannot be read
 * @param slimmest the largest ratio of the longer side to the shorter one
 */
export function pictureRatio(
  bytes: Uint8Array | undefined,
  { usual, slimmest }: { usual: PictureSize; slimmest: number }
): string {
  const { width, height } = (bytes && pictureSize(bytes)) ?? usual
  return `${Math.min(width, height * slimmest)}:${Math.min(height, width * slimmest)}`
}

function sizeIn(head: Buffer): PictureSize | null {
  const says = (at: number, word: string): boolean =>
    head.toString('latin1', at, at + word.length) === word
  if (says(0, '\x89PNG') && says(12, 'IHDR'))
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  if (says(0, '\xff\xd8')) return inJpeg(head)
  if (says(0, 'GIF8')) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  // A BMP with rows from the top down has a negative height.
  if (says(0, 'BM')) return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) }
  if (says(0, 'RIFF') && says(8, 'WEBP')) return inWebp(head)
  return says(4, 'ftyp') ? inAvif(head) : null
}

/** Walks the segments up to the one that begins a frame. */
function inJpeg(head: Buffer): PictureSize | null {
  let at = 2
  while (head.readUInt8(at) === 0xff) {
    const marker = head.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    // Padding, and markers without a length.
    const bare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    at += marker === 0xff ? 1 : bare ? 2 : 2 + head.readUInt16BE(at + 2)
  }
  return null
}

function inWebp(head: Buffer): PictureSize | null {
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ')
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/**
 * Returns the largest of the sizes in the file. An AVIF may consist of tiles and may also contain a
 * thumbnail.
 */
function inAvif(head: Buffer): PictureSize | null {
  let largest: PictureSize | null = null
  for (
    let at = head.indexOf('ispe', 8, 'latin1');
    at !== -1;
    at = head.indexOf('ispe', at + 4, 'latin1')
  ) {
    if (at + 16 > head.length) break
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)]
    if (largest === null || width * height > largest.width * largest.height)
      largest = { width, height }
  }
  return largest
}
