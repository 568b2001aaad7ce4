import type { seedance } from '#catalog/seedance/service.ts'
import { MAX_VIDEO_SECONDS, makeVideo } from '#sandbox/film.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const videos = sandboxMaker<typeof seedance, 'videos'>(async ({ values, seed }, studio) => [
  await makeVideo(studio, { ...values, seed })
])

export const seedanceSandbox: SandboxService = {
  videos: { seconds: 12, make: videos, most: { duration: MAX_VIDEO_SECONDS } }
}
