import type { minimaxmusic } from '#catalog/minimaxmusic/service.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'
import { makePlainSong } from '#sandbox/music/plain-song.ts'

/** Seconds of a song. */
const SECONDS = 30

const audios = sandboxMaker<typeof minimaxmusic, 'audios'>(async ({ values, seed }, studio) => [
  await makePlainSong(studio, { ...values, instrumental: false, seconds: SECONDS, seed })
])

export const minimaxmusicSandbox: SandboxService = { audios: { seconds: 6, make: audios } }
