import type { wan } from '#catalog/wan/service.ts'
import { MAX_VIDEO_SECONDS, makeVideo } from '#sandbox/film.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const videos = sandboxMaker<typeof wan, 'videos'>(async ({ values, seed }, studio) => [
  await makeVideo(studio, { ...values, seed: String(values.seed ?? seed) })
])

export const wanSandbox: SandboxService = {
  videos: { seconds: 12, make: videos, most: { duration: MAX_VIDEO_SECONDS } }
}
