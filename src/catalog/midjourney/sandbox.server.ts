import { makeImagine } from '#catalog/midjourney/sandbox-imagine.server.ts'
import type { midjourney } from '#catalog/midjourney/service.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { pictureSize } from '#media/picture-size.ts'
import { seededId } from '#media/random.ts'
import { videoFrameFormat } from '#sandbox/film.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'

type VideoOrder = SandboxRequest<ActionValues<typeof midjourney, 'videos'>>

/** Length of a video in seconds. */
const SECONDS = 5
/** Frames per second. A run makes four videos, so a low rate keeps it within its time limit. */
const FPS = 12
/** Largest ratio of the longer side to the shorter one. */
const LONGEST = 2.4

const videos = sandboxMaker<typeof midjourney, 'videos'>(async (order, studio) => {
  const { prompt = promptBefore(order), resolution, mode, loop, end_image_url } = order.values
  const start = await firstFrame(order, studio)
  const end = loop
    ? start
    : end_image_url === undefined
      ? undefined
      : await studio.read(end_image_url)
  const frame = { ...videoFrameFormat(ratioOf(start), Number.parseInt(resolution, 10)), fps: FPS }
  const film = (at: number): ReturnType<typeof studio.run<'clip'>> =>
    studio.run('clip', {
      prompt,
      seed: `${order.seed} ${at}`,
      ...frame,
      seconds: SECONDS,
      start,
      ...(end !== undefined && { end })
    })
  const films = await Promise.all([0, 1, 2, 3].map(film))
  const values = {
    video_id: seededId(`${order.seed} video`),
    prompt,
    resolution,
    mode,
    progress: 100,
    image_width: frame.width,
    image_height: frame.height
  }
  const files = {
    image_url: { bytes: films[0]?.poster ?? start },
    video_urls: films.map(({ clip }) => ({ bytes: clip })),
    last_frame_urls: films.map(({ lastFrame }) => ({ bytes: lastFrame }))
  }
  return [{ values, files }]
})

/** Returns the ratio of an image, limited to LONGEST. A longer image is cropped to its middle. */
function ratioOf(picture: Uint8Array): string {
  const { width, height } = pictureSize(picture) ?? { width: 16, height: 9 }
  return `${Math.round(100 * Math.min(LONGEST, Math.max(1 / LONGEST, width / height)))}:100`
}

function promptBefore({ earlier }: VideoOrder): string {
  const prompt = earlier['video_id']?.[0]?.['prompt']
  return typeof prompt === 'string' ? prompt : ''
}

/**
 * Reads the first frame. An extension starts with the last frame of the chosen earlier video.
 * @throws Problem `bad_request` when that video was deleted
 */
async function firstFrame(
  { values, earlier }: VideoOrder,
  studio: SandboxContext
): Promise<Uint8Array> {
  const { action, image_url, video_index = 0 } = values
  const frames = earlier['video_id']?.[0]?.['last_frame_urls']
  const address =
    action === 'generate' ? image_url : Array.isArray(frames) ? frames[video_index] : undefined
  if (typeof address !== 'string')
    throw new Problem('bad_request', { detail: 'the video to extend was deleted' })
  return studio.read(address)
}

const describe = sandboxMaker<typeof midjourney, 'describe'>(async ({ values }, studio) => {
  const bytes = await studio.read(values.image_url)
  return [{ values: { descriptions: await studio.run('describe', { bytes }) }, files: {} }]
})

export const midjourneySandbox: SandboxService = {
  imagine: { seconds: 3, make: makeImagine },
  videos: { seconds: 12, make: videos },
  describe: { seconds: 2, make: describe }
}
