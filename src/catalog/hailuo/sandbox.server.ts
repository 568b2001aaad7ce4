import type { hailuo } from '#catalog/hailuo/service.ts'
import { makeVideo } from '#sandbox/film.ts'
import { sandboxMaker, type SandboxService } from '#sandbox/media.ts'

const SECONDS = 6

const videos = sandboxMaker<typeof hailuo, 'videos'>(async ({ values, seed }, studio) => {
  const { first_image_url: start_image_url, last_image_url: end_image_url } = values
  const film = await makeVideo(studio, {
    ...values,
    ...(start_image_url !== undefined && { start_image_url }),
    ...(end_image_url !== undefined && { end_image_url }),
    duration: SECONDS,
    generate_audio: false,
    seed
  })
  return [film]
})

export const hailuoSandbox: SandboxService = { videos: { seconds: 8, make: videos } }
