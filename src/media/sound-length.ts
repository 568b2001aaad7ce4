/** Kilobits per second of MPEG layer III, by the rate index in a frame's header. */
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const HERTZ = [44_100, 48_000, 32_000]

/** Most bytes between the tag and the first frame. */
const PADDING = 4096

/**
 * A frame of an MP3: its bytes, its seconds, and the total number of frames if it contains that.
 */
type Frame = { bytes: number; seconds: number; count: number | null }

/**
 * Estimates the length of an MP3 or a WAV in seconds from its first bytes. It is exact if the file
 * states its length or has a constant bit rate.
 * @param size bytes of the whole file
 * @returns null for any other format, and if the bytes end before the sound begins
 */
export function soundLength(bytes: Uint8Array, size: number): number | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (
    head.length >= 44 &&
    head.toString('latin1', 0, 4) === 'RIFF' &&
    head.toString('latin1', 8, 16) === 'WAVEfmt '
  )
    return (size - 44) / Math.max(1, head.readUInt32LE(28))
  const begins = beginOf(head)
  const first = frameAt(head, begins)
  if (first === null) return null
  if (first.count !== null) return first.count * first.seconds
  let [at, seconds] = [begins, 0]
  for (let frame: Frame | null = first; frame !== null; frame = frameAt(head, at)) {
    at += frame.bytes
    seconds += frame.seconds
  }
  return (seconds * (size - begins)) / (at - begins)
}

/** Returns the number of bytes from the start of the file that {@link soundLength} needs. */
export function soundHeaderSize(bytes: Uint8Array): number {
  return tagIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) + PADDING
}

/** Returns the size in bytes of the tag before the sound. */
function tagIn(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  // Only seven bits of each byte of the size count.
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (head.readUInt8(at) & 0x7f), 0)
  return 10 + size + (head.readUInt8(5) & 0x10 ? 10 : 0)
}

function beginOf(head: Buffer): number {
  const tag = tagIn(head)
  let at = tag
  while (at < tag + PADDING && at < head.length && frameAt(head, at) === null) at++
  return at
}

function frameAt(head: Buffer, at: number): Frame | null {
  if (at + 4 > head.length) return null
  const word = head.readUInt32BE(at)
  const [version, layer, rate, hertz] = [
    (word >>> 19) & 3,
    (word >>> 17) & 3,
    (word >>> 12) & 15,
    (word >>> 10) & 3
  ]
  if (
    word >>> 21 !== 0x7ff ||
    version === 1 ||
    layer !== 1 ||
    rate === 0 ||
    rate === 15 ||
    hertz === 3
  )
    return null
  const whole = version === 3
  const sampleRate = (HERTZ[hertz] ?? 1) / (whole ? 1 : version === 2 ? 2 : 4)
  const samples = whole ? 1152 : 576
  const kilobits = (whole ? RATES_1 : RATES_2)[rate] ?? 0
  const bytes = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + ((word >>> 9) & 1)
  const mono = ((word >>> 6) & 3) === 3
  const side = whole ? (mono ? 17 : 32) : mono ? 9 : 17
  return { bytes, seconds: samples / sampleRate, count: countAt(head, at + 4 + side) }
}

/** Reads the total number of frames, which encoders write into the first frame. */
function countAt(head: Buffer, at: number): number | null {
  if (at + 12 > head.length || !['Xing', 'Info'].includes(head.toString('latin1', at, at + 4)))
    return null
  return (head.readUInt32BE(at + 4) & 1) === 1 ? head.readUInt32BE(at + 8) : null
}
