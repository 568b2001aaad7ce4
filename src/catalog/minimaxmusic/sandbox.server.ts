import type { minimaxmusic } from '#catalog/minimaxmusic/service.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'
import { plainSong } from '#sandbox/music/plain-song.ts'

/** Seconds of a song. */
const SECONDS = 30

const audios = makerFor<typeof minimaxmusic, 'audios'>(async ({ values, seed }, studio) => [
  await plainSong(studio, { ...values, instrumental: false, seconds: SECONDS, seed })
])

export const minimaxmusicSandbox: SandboxService = { audios: { seconds: 6, make: audios } }
