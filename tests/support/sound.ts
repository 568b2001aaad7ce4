/**
 * Creates an MP3 of silence, mono, 8 kbit/s at 16 kHz: small for its length.
 * @param seconds approximate length
 */
export function silence(seconds: number): Buffer {
  // MPEG 2, layer III: 576 samples in 36 bytes.
  const frame = Buffer.alloc(36)
  frame.set([0xff, 0xf3, 0x18, 0xc4])
  return Buffer.concat(Array.from({ length: Math.ceil(seconds / 0.036) }, () => frame))
}

/**
 * Creates an ID3 tag, which music programs write before the sound.
 * @param bytes size of its content
 */
export function tag(bytes: number): Buffer {
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')
  for (let at = 9, left = bytes; at > 5; at--, left = Math.floor(left / 128)) head[at] = left % 128
  return Buffer.concat([head, Buffer.alloc(bytes)])
}
