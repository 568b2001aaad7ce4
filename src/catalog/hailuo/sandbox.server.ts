import type { hailuo } from '#catalog/hailuo/service.ts'
import { pictureSize } from '#media/picture-size.ts'
import { seededId } from '#media/random.ts'
import { filmFrame } from '#sandbox/film.ts'
import { makerFor, type SandboxService } from '#sandbox/media.ts'

const LINES = 540
const SECONDS = 6
/** The largest ratio of the longer side to the shorter one that vendors accept. */
const WIDEST = 2.5

const videos = makerFor<typeof hailuo, 'videos'>(async ({ values, seed }, studio) => {
  const { prompt = '', model, first_image_url, last_image_url } = values
  const [start, end] = await Promise.all(
    [first_image_url, last_image_url].map(address =>
      address === undefined ? undefined : studio.read(address)
    )
  )
  const { fps, width, height } = filmFrame(start === undefined ? '16:9' : ratioOf(start), LINES)
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

/** Returns the ratio of an image for its video, limited to WIDEST. */
function ratioOf(picture: Uint8Array): string {
  const { width, height } = pictureSize(picture) ?? { width: 16, height: 9 }
  return `${Math.min(width, height * WIDEST)}:${Math.min(height, width * WIDEST)}`
}

export const hailuoSandbox: SandboxService = { videos: { seconds: 8, make: videos } }
