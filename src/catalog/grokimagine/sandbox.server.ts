import type { grokimagine } from '#catalog/grokimagine/service.ts'
import { LONGEST_FILM, makeFilm } from '#sandbox/film.ts'
import { paintImages } from '#sandbox/images.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const images = makerFor<typeof grokimagine, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

const videos = makerFor<typeof grokimagine, 'videos'>(async ({ values, seed }, studio) => [
  await makeFilm(studio, { ...values, generate_audio: true, seed })
])

export const grokimagineSandbox: SandboxService = {
  images: { seconds: 6, make: images },
  videos: { seconds: 12, make: videos, most: { duration: LONGEST_FILM } }
}
