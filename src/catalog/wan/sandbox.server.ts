import type { wan } from '#catalog/wan/service.ts'
import { LONGEST_FILM, makeFilm } from '#sandbox/film.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const videos = makerFor<typeof wan, 'videos'>(async ({ values, seed }, studio) => [
  await makeFilm(studio, { ...values, seed: String(values.seed ?? seed) })
])

export const wanSandbox: SandboxService = {
  videos: { seconds: 12, make: videos, most: { duration: LONGEST_FILM } }
}
