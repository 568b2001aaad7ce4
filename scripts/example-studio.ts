import { createMp3Encoder } from 'wasm-media-encoders'
import { JOBS, type JobKind } from '#sandbox/jobs.ts'
import type { SandboxStudio } from '#sandbox/media.ts'
import { renderSong, type Song, type SongOrder } from '#sandbox/music/song.ts'
import { RATE, type Track } from '#sandbox/music/track.ts'
import { makeClip, type Clip, type ClipOrder } from '#sandbox/pictures/clip.ts'

/**
 * A sandbox studio that makes small, short films and songs. `still` returns its latest still
 * picture: a frame of a film or a cover.
 */
export type ExampleStudio = { studio: SandboxStudio; still(): Uint8Array | null }

/** Width in pixels, frames per second, and length in seconds. */
export type FilmSize = { width: number; fps: number; seconds: number }

/** Twice as wide as the page shows the film's picture. */
const STILL: FilmSize = { width: 960, fps: 10, seconds: 0.2 }
const SECONDS_OF_SONG = 5

/**
 * Creates an example studio.
 * @param input the picture that the studio reads at every address
 */
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
  // The types of input and output depend on the kind of job, which a union cannot express.
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

/** Encodes in mono at 40 kbit/s. */
async function encodeSmall({ left, right }: Track): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: 40 })
  const mono = left.map((sample, at) => (sample + (right[at] ?? 0)) / 2)
  return Buffer.concat([encoder.encode([mono]).slice(), encoder.finalize().slice()])
}
