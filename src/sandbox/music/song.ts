import { Problem } from '#core/problem.ts'
import { playTune, SONG_PARTS, type SongInput } from '#sandbox/music/play.ts'
import { chooseMusicStyle } from '#sandbox/music/style.ts'
import { encodeMp3 } from '#media/mp3.ts'

/** An MP3, its length in seconds, the name of its style, and beats per minute. */
export type Song = { song: Uint8Array; seconds: number; style: string; tempo: number }

/**
 * Plays a tune to MP3 (44.1 kHz, stereo, 128 kbit/s). The same order gives the same bytes.
 * @throws Problem `bad_request` for a length out of range
 */
export async function makeSong(order: SongInput): Promise<Song> {
  const { seconds, style: wish, seed } = order
  if (!(seconds >= 1 && seconds <= 120))
    throw new Problem('bad_request', { detail: 'a song may last 1 to 120 seconds' })
  const style = chooseMusicStyle(wish, String(seed))
  const track = playTune(order, style, order.parts ?? SONG_PARTS)
  return { song: await encodeMp3(track), seconds, style: style.name, tempo: style.tempo }
}
