import { createMp3Encoder } from 'wasm-media-encoders'
import { Problem } from '#core/problem.ts'
import { seededRandom } from '#media/random.ts'
import { playBass, playChords, playLead } from '#sandbox/music/band.ts'
import { playDrums } from '#sandbox/music/drums.ts'
import { add, fade, limit, pump, roomOf, tone } from '#sandbox/music/mix.ts'
import { writeScore } from '#sandbox/music/score.ts'
import { sing, vowelsOf, type Singer } from '#sandbox/music/singer.ts'
import { styleOf } from '#sandbox/music/styles.ts'
import { createTrack, RATE, type Track } from '#sandbox/music/track.ts'

const PARTS = ['drums', 'bass', 'chords', 'lead', 'voice'] as const

export type Part = (typeof PARTS)[number]

export type SongOrder = {
  title: string
  /** Words for the kind of music. */
  style: string
  lyric: string
  /** The tune follows from it alone: the same seed in another style is a cover. */
  seed: number | string
  /** 1 to 120. */
  seconds: number
  instrumental: boolean
  /** Seconds into the piece at which this begins: an extension of the song with the same seed and style. */
  from?: number
  /** Only these are heard: stems. All of them unless told. */
  parts?: readonly Part[]
  /** A deep or a high voice; by the seed unless told. */
  vocal?: 'm' | 'f'
}

/** MP3 and its length in seconds. */
export type Song = { song: Uint8Array; seconds: number; style: string; tempo: number }

/**
 * Plays a song to MP3 (44.1 kHz, stereo, 128 kbit/s): the same order gives the same bytes. Takes seconds of a processor.
 * @throws Problem `bad_request` for a length out of range
 */
export async function makeSong(order: SongOrder): Promise<Song> {
  const { track, style, tempo } = renderSong(order)
  return { song: await encodeMp3(track), seconds: order.seconds, style, tempo }
}

/** The sound of a song before it is encoded. Problems as of {@link makeSong}. */
export function renderSong({
  style: wish,
  seed,
  seconds,
  lyric,
  instrumental,
  from = 0,
  parts = PARTS,
  vocal
}: SongOrder): {
  track: Track
  style: string
  tempo: number
} {
  if (!(seconds >= 1 && seconds <= 120))
    throw new Problem('bad_request', { detail: 'a song lasts from 1 to 120 seconds' })
  const random = seededRandom(`song ${seed}`)
  const style = styleOf(wish, random())
  const score = writeScore(style, String(seed), from, seconds)
  const samples = Math.round(seconds * RATE)
  const singer: Singer = {
    vowels: vowelsOf(lyric),
    deep: vocal === undefined ? random() < 0.4 : vocal === 'm',
    next: 0
  }
  const sung = !instrumental && singer.vowels.length > 0
  const [dry, wet] = [createTrack(samples), createTrack(samples)]
  const kicks: number[] = []
  const hears = new Set(parts)
  for (const bar of score.bars) {
    const start = bar.at * score.bar
    if (hears.has('chords')) playChords(wet, score, bar, start)
    if (hears.has('lead')) playLead(wet, score, bar, start, sung)
    if (hears.has('voice') && sung) sing(wet, score, bar, start, singer)
    if (hears.has('bass')) playBass(dry, score, bar, start)
  }
  const drums = createTrack(samples)
  for (const bar of score.bars) kicks.push(...playDrums(drums, score, bar, bar.at * score.bar))
  if (style.pump) for (const track of [dry, wet]) pump(track, kicks)
  if (hears.has('drums')) add(dry, drums, 0.62)
  add(dry, roomOf(wet, style.room), 0.16 + style.room * 0.5)
  add(dry, wet, 1)
  tone(dry, style.brightness)
  limit(dry, 0.17)
  fade(dry, Math.min(3.5, seconds * 0.15))
  return { track: dry, style: style.name, tempo: score.tempo }
}

/** @returns an MP3 of 128 kbit/s */
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
