import type { EncodedPacket } from 'mediabunny'

/** Header of a frame, then side information: of a granule's 59 bits the last of these 8 are its gain. */
const HEADER_BITS = 32
const FIRST_GRANULE = 20
const GRANULE = 59
const GAIN_AT = 21

/**
 * How loud each moment of an MP3 is, without decoding it: every frame says by how much its spectrum is raised.
 * Frames of MPEG 1 in stereo say it where this looks; of others the answer is only a shape that moves.
 * @returns seconds and loudness from 0 to 1, each frame's
 */
export function loudnessOf(packets: readonly EncodedPacket[]): { at: number; loud: number }[] {
  const gains = packets.map(({ data, timestamp }) => ({ at: timestamp, gain: gainOf(data) }))
  const sorted = gains.map(({ gain }) => gain).toSorted((a, b) => a - b)
  const [low, high] = [
    sorted[Math.floor(sorted.length * 0.08)] ?? 0,
    sorted[Math.floor(sorted.length * 0.97)] ?? 1
  ]
  return gains.map(({ at, gain }) => ({
    at,
    loud: Math.min(1, Math.max(0, (gain - low) / Math.max(1, high - low)))
  }))
}

function gainOf(frame: Uint8Array): number {
  const guarded = ((frame[1] ?? 0) & 1) === 0 ? 16 : 0
  const at = HEADER_BITS + guarded + FIRST_GRANULE + GAIN_AT
  return (bits(frame, at, 8) + bits(frame, at + GRANULE, 8)) / 2
}

function bits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let bit = at; bit < at + count; bit++)
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  return value
}
