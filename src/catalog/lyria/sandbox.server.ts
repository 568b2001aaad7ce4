import type { lyria } from '#catalog/lyria/service.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'
import { plainSong } from '#sandbox/music/plain-song.ts'

/** Seconds of a track. */
const SECONDS = 30

const audios = makerFor<typeof lyria, 'audios'>(async ({ values, seed: run }, studio) => {
  const { prompt, seed = run } = values
  const tune = { prompt, instrumental: true, seconds: SECONDS, seed: String(seed) }
  return [await plainSong(studio, tune)]
})

export const lyriaSandbox: SandboxService = { audios: { seconds: 6, make: audios } }
