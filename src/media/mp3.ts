import { createMp3Encoder } from 'wasm-media-encoders'
import { SAMPLE_RATE, type Track } from '#media/track.ts'

/** Encodes a track as an MP3: 44.1 kHz, stereo, 128 kbit/s. The same track gives the same bytes. */
export async function encodeMp3({ left, right }: Track): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: 128 })
  const pieces: Uint8Array[] = []
  for (let at = 0; at < left.length; at += SAMPLE_RATE)
    pieces.push(
      encoder
        .encode([left.subarray(at, at + SAMPLE_RATE), right.subarray(at, at + SAMPLE_RATE)])
        .slice()
    )
  pieces.push(encoder.finalize().slice())
  return Buffer.concat(pieces)
}
