import { createMp3Encoder } from 'wasm-media-encoders'
import { Problem } from '#core/problem.ts'
import { playTune, SONG_PARTS, type SongOrder } from '#sandbox/music/play.ts'
import { styleFor } from '#sandbox/music/style.ts'
import { RATE, type Track } from '#media/track.ts'

/** An MP3, its length in seconds, the name of its style, and beats per minute. */
export type Song = { song: Uint8Array; seconds: number; style: string; tempo: number }

/**
 * Plays a tune to MP3 (44.1 kHz, stereo, 128 kbit/s). The same order gives the same bytes.
 * @throws Problem `bad_request` for a length out of range
 */
export async function makeSong(order: SongOrder): Promise<Song> {
  const { seconds, style: wish, seed } = order
  if (!(seconds >= 1 && seconds <= 120))
    throw new Problem('bad_request', { detail: 'a song lasts from 1 to 120 seconds' })
  const style = styleFor(wish, String(seed))
  const track = playTune(order, style, order.parts ?? SONG_PARTS)
  return { song: await encodeMp3(track), seconds, style: style.name, tempo: style.tempo }
}

async function encodeMp3({ left, right }: Track): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels: 2, bitrate: 128 })
  const pieces: Uint8Array[] = []
  for (let at = 0; at < left.length; at += RATE)
    pieces.push(
      encoder.encode([left.subarray(at, at + RATE), right.subarray(at, at + RATE)]).slice()
    )
  pieces.push(encoder.finalize().slice())
  return Buffer.concat(pieces)
}
