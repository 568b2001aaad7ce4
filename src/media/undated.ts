/** Boxes of an MP4 that hold other boxes, and those that hold the time of their making. */
const HOLDERS = new Set(['moov', 'trak', 'mdia'])
const DATED = new Set(['mvhd', 'tkhd', 'mdhd'])

/** Takes the times of making out of an MP4, in place: the same film has the same bytes at any hour. */
export function undated(file: Uint8Array): Uint8Array {
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

/** Creation and change, of 32 or 64 bits by the version that stands before them. */
function clearTimes(view: DataView, at: number): void {
  const bytes = view.getUint8(at) === 1 ? 16 : 8
  for (let offset = 0; offset < bytes; offset += 4) view.setUint32(at + 4 + offset, 0)
}
