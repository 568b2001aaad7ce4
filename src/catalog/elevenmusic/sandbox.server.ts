import type { elevenmusic } from '#catalog/elevenmusic/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import { makePlainSong } from '#sandbox/music/plain-song.ts'

const audios = sandboxMaker<typeof elevenmusic, 'audios'>(async ({ values, seed }, studio) => {
  const { prompt, minutes, instrumental } = values
  return [await makePlainSong(studio, { prompt, instrumental, seconds: minutes * 20, seed })]
})

export const elevenmusicSandbox: SandboxService = { audios: { seconds: 8, make: audios } }
