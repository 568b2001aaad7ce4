/** Boxes of an MP4 that contain other boxes, and boxes with a creation time. */
const HOLDERS = new Set(['moov', 'trak', 'mdia'])
const DATED = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Removes the creation times of an MP4 in place, so that the same video always has the same bytes.
 */
export function clearCreationTimes(file: Uint8Array): Uint8Array {
  clear(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength)
  return file
}

function clear(view: DataView, from: number, to: number): void {
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at)
    const name = String.fromCharCode(
      view.getUint8(at + 4),
      view.getUint8(at + 5),
      view.getUint8(at + 6),
      view.getUint8(at + 7)
    )
    if (size < 8) return
    if (HOLDERS.has(name)) clear(view, at + 8, at + size)
    if (DATED.has(name)) clearTimes(view, at + 8)
    at += size
  }
}

/**
 * Clears the times of creation and change. They have 32 or 64 bits, depending on the version that
 * comes before them.
 */
function clearTimes(view: DataView, at: number): void {
  const bytes = view.getUint8(at) === 1 ? 16 : 8
  for (let offset = 0; offset < bytes; offset += 4) view.setUint32(at + 4 + offset, 0)
}
