import type { hailuo } from '#catalog/hailuo/service.ts'
import { seededId } from '#media/random.ts'
import { filmFrame, filmRatio } from '#sandbox/film.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const LINES = 540
const SECONDS = 6

const videos = makerFor<typeof hailuo, 'videos'>(async ({ values, seed }, studio) => {
  const { prompt = '', model, first_image_url, last_image_url } = values
  const [start, end] = await Promise.all(
    [first_image_url, last_image_url].map(address =>
      address === undefined ? undefined : studio.read(address)
    )
  )
  const { fps, width, height } = filmFrame(filmRatio(start), LINES)
  const { clip, poster } = await studio.run('clip', {
    prompt,
    seed,
    width,
    height,
    fps,
    seconds: SECONDS,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end })
  })
  const about = { id: seededId(`${seed} video`), model, prompt, state: 'succeeded' }
  return [
    {
      values: { ...about, duration: SECONDS, video_width: width, video_height: height },
      files: { video_url: { bytes: clip }, image_url: { bytes: poster } }
    }
  ]
})

export const hailuoSandbox: SandboxService = { videos: { seconds: 8, make: videos } }
