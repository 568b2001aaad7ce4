import type { grokimagine } from '#catalog/grokimagine/service.ts'
import { MAX_VIDEO_SECONDS, makeVideo } from '#sandbox/film.ts'
import { paintImages } from '#sandbox/images.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const images = sandboxMaker<typeof grokimagine, 'images'>(({ values, seed }, studio) =>
  paintImages(studio, { ...values, seed })
)

const videos = sandboxMaker<typeof grokimagine, 'videos'>(async ({ values, seed }, studio) => [
  await makeVideo(studio, { ...values, generate_audio: true, seed })
])

export const grokimagineSandbox: SandboxService = {
  images: { seconds: 6, make: images },
  videos: { seconds: 12, make: videos, most: { duration: MAX_VIDEO_SECONDS } }
}
