import { brotliDecompressSync } from 'node:zlib'

/**
 * Parts of a font file as of https://www.w3.org/TR/WOFF2: the bytes of its header, and numbers of
 * known tables.
 */
const HEADER = 48
const CMAP = 0
const GLYF = 10
const LOCA = 11
const NAMED = 63

/**
 * Reads the code points for which a font has letters from its table `cmap`.
 * @param file a whole WOFF2 file
 * @throws Error where it is not a WOFF2 file or is cut short
 */
export function glyphCodes(file: Buffer): Set<number> {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 file')
  const table = cmapOf(file)
  const codes = new Set<number>()
  for (let index = 0; index < table.readUInt16BE(2); index++) {
    const part = table.subarray(table.readUInt32BE(8 + index * 8))
    if (part.readUInt16BE(0) === 4) addShort(part, codes)
    if (part.readUInt16BE(0) === 12) addLong(part, codes)
  }
  return codes
}

/** Finds the table `cmap`. All tables are compressed as one block, in the order of their list. */
function cmapOf(file: Buffer): Buffer {
  let [at, start, length] = [HEADER, 0, 0]
  let before = true
  const number = (): number => {
    for (let value = 0; ;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  for (let left = file.readUInt16BE(12); left > 0; left--) {
    const flags = file.readUInt8(at++)
    const [kind, version] = [flags & 63, flags >> 6]
    if (kind === NAMED) at += 4
    const plain = number()
    // Glyph tables are transformed unless their version says otherwise, other tables only if their
    // version says so. A transformed table has a second length, which is the actual one.
    const rewritten = kind === GLYF || kind === LOCA ? version === 0 : version !== 0
    const size = rewritten ? number() : plain
    if (kind === CMAP) [before, length] = [false, size]
    else if (before) start += size
  }
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(
    start,
    start + length
  )
}

/**
 * Format 4: code points up to U+FFFF, in segments. A segment has one offset for all, or an index of
 * glyphs with 0 for a missing one.
 */
function addShort(part: Buffer, codes: Set<number>): void {
  const size = part.readUInt16BE(6)
  for (let at = 14; at < 14 + size; at += 2) {
    const [last, first, offset] = [
      part.readUInt16BE(at),
      part.readUInt16BE(at + 2 + size),
      at + 2 + 3 * size
    ]
    const [shift, range] = [part.readUInt16BE(offset - size), part.readUInt16BE(offset)]
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph =
        range === 0
          ? (code + shift) & 0xffff
          : part.readUInt16BE(offset + range + 2 * (code - first))
      if (glyph !== 0) codes.add(code)
    }
  }
}

/** Format 12: groups of code points. */
function addLong(part: Buffer, codes: Set<number>): void {
  const end = 16 + part.readUInt32BE(12) * 12
  for (let at = 16; at < end; at += 12)
    for (let code = part.readUInt32BE(at); code <= part.readUInt32BE(at + 4); code++)
      codes.add(code)
}
