import type { seedance } from '#catalog/seedance/service.ts'
import { LONGEST_FILM, makeFilm } from '#sandbox/film.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const videos = makerFor<typeof seedance, 'videos'>(async ({ values, seed }, studio) => [
  await makeFilm(studio, { ...values, seed })
])

export const seedanceSandbox: SandboxService = {
  videos: { seconds: 12, make: videos, most: { duration: LONGEST_FILM } }
}
