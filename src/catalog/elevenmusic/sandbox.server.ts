import type { elevenmusic } from '#catalog/elevenmusic/service.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'
import { plainSong } from '#sandbox/music/plain-song.ts'

const audios = makerFor<typeof elevenmusic, 'audios'>(async ({ values, seed }, studio) => {
  const { prompt, minutes, instrumental } = values
  return [await plainSong(studio, { prompt, instrumental, seconds: minutes * 20, seed })]
})

export const elevenmusicSandbox: SandboxService = { audios: { seconds: 8, make: audios } }
