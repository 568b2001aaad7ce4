/**
 * Tells by its first bytes that no part of an image is transparent: a JPEG or BMP, or a PNG without
 * transparency. False for any other image, and if the bytes end too early.
 */
export function isOpaque(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = head.toString('latin1', 0, 4)
  if (start !== '\x89PNG') return start.startsWith('\xff\xd8') || start.startsWith('BM')
  // Types 4 and 6 have an alpha channel. The others may have this chunk before the pixels.
  const pixels = head.indexOf('IDAT', 0, 'latin1')
  const isAlpha = [4, 6].includes(head[25] ?? 6)
  return !isAlpha && pixels !== -1 && !head.subarray(0, pixels).includes('tRNS', 0, 'latin1')
}
