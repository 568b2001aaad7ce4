import { createMp3Encoder } from 'wasm-media-encoders'
import { makeClip, type Clip, type ClipOrder } from '#providers/sandbox-media/clip.ts'
import { JOBS, type JobKind } from '#providers/sandbox-media/jobs.ts'
import { RATE, type Track } from '#providers/sandbox-media/music/track.ts'
import { renderSong, type Song, type SongOrder } from '#providers/sandbox-media/song.ts'
import type { SandboxStudio } from '#providers/sandbox.ts'

/** A studio whose films and songs are small and short, and the last still picture of what it has made: a film's, or a cover. */
export type ExampleStudio = { studio: SandboxStudio; still(): Uint8Array | null }

/** Pixels across, frames a second, and seconds. */
export type FilmSize = { width: number; fps: number; seconds: number }

/** As wide as the film's picture is shown, twice. */
const STILL: FilmSize = { width: 960, fps: 10, seconds: 0.2 }
const SECONDS_OF_SONG = 5

/** @param input the picture that stands at every address */
export function exampleStudio(input: () => Promise<Uint8Array>, size: FilmSize): ExampleStudio {
  let still: Uint8Array | null = null
  const film = async (order: ClipOrder): Promise<Clip> => {
    const { sound: _, ...silent } = order
    const { poster } = await makeClip(scaled(silent, STILL))
    still = poster
    return makeClip(scaled(silent, size))
  }
  const work = async (kind: JobKind, order: unknown): Promise<unknown> => {
    if (kind === 'clip') return film(order as ClipOrder)
    if (kind === 'song') return smallSong(order as SongOrder)
    const made = await (JOBS[kind] as (order: unknown) => Promise<unknown>)(order)
    if (kind === 'cover') still = made as Uint8Array
    return made
  }
  // What a job takes and gives is known by its kind, which a union cannot say.
  const run = work as SandboxStudio['run']
  return { studio: { run, read: input }, still: () => still }
}

function scaled(order: ClipOrder, to: FilmSize): ClipOrder {
  const height = Math.round((to.width * order.height) / order.width / 2) * 2
  return { ...order, ...to, height }
}

async function smallSong(order: SongOrder): Promise<Song> {
  const { track, style, tempo } = renderSong({ ...order, seconds: SECONDS_OF_SONG })
  return { song: await encodeSmall(track), seconds: SECONDS_OF_SONG, style, tempo }
}

/** Mono at 40 kbit/s. */
async function encodeSmall({ left, right }: Track): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: 40 })
  const mono = left.map((sample, at) => (sample + (right[at] ?? 0)) / 2)
  return Buffer.concat([encoder.encode([mono]).slice(), encoder.finalize().slice()])
}
