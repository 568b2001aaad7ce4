import type { lyria } from '#catalog/lyria/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import { makePlainSong } from '#sandbox/music/plain-song.ts'

/** Seconds of a track. */
const SECONDS = 30

const audios = sandboxMaker<typeof lyria, 'audios'>(async ({ values, seed: run }, studio) => {
  const { prompt, seed = run } = values
  const tune = { prompt, instrumental: true, seconds: SECONDS, seed: String(seed) }
  return [await makePlainSong(studio, tune)]
})

export const lyriaSandbox: SandboxService = { audios: { seconds: 6, make: audios } }
