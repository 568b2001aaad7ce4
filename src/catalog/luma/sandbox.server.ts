import type { luma } from '#catalog/luma/service.ts'
import type { FieldValues } from '#core/condition.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { seededId } from '#media/random.ts'
import { videoFrameFormat } from '#sandbox/film.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'

type Order = SandboxRequest<ActionValues<typeof luma, 'videos'>>

const SECONDS = 5

/** The prompt of a clip, its ratio, and its first and last image if given. */
type Course = { prompt: string; ratio: string; start?: Uint8Array; end?: Uint8Array }

const videos = sandboxMaker<typeof luma, 'videos'>(async (order, studio) => {
  const { seed, values } = order
  const { resolution = '480p', loop = false, aspect_ratio } = values
  const { prompt, ratio, ...pictures } = await (values.action === 'generate'
    ? setOut(order, studio)
    : goOn(order, studio))
  const { width, height, fps } = videoFrameFormat(
    aspect_ratio ?? ratio,
    Number.parseInt(resolution, 10)
  )
  const made = await studio.run('clip', {
    prompt,
    seed,
    width,
    height,
    fps,
    seconds: SECONDS,
    loop,
    ...pictures
  })
  const told = {
    video_id: seededId(`${seed} video`),
    prompt,
    resolution,
    ...(aspect_ratio !== undefined && { aspect_ratio })
  }
  const sizes = {
    video_width: width,
    video_height: height,
    thumbnail_width: width,
    thumbnail_height: height
  }
  const files = {
    video_url: { bytes: made.clip },
    thumbnail_url: { bytes: made.poster },
    last_frame_url: { bytes: made.lastFrame }
  }
  // API clients expect this word for a finished clip.
  return [{ values: { state: 'completed', ...told, ...sizes }, files }]
})

async function setOut({ values }: Order, studio: SandboxContext): Promise<Course> {
  const { prompt = '', start_image_url, end_image_url } = values
  const [start, end] = await Promise.all(
    [start_image_url, end_image_url].map(address => at(address, studio))
  )
  return { prompt, ratio: '16:9', ...(start && { start }), ...(end && { end }) }
}

/** Extends an earlier clip from its last frame. A loop ends on the earlier clip's first frame. */
async function goOn({ values, earlier }: Order, studio: SandboxContext): Promise<Course> {
  const { video_url, end_image_url, loop = false } = values
  if (video_url !== undefined) return goOnFrom(video_url, values, studio)
  const film = earlier['video_id']?.[0] ?? {}
  const { prompt = textIn(film, 'prompt') } = values
  const start = await at(textIn(film, 'last_frame_url'), studio)
  if (start === undefined)
    throw new Problem('bad_request', { detail: 'the video to extend was deleted' })
  const end = await at(loop ? textIn(film, 'thumbnail_url') : end_image_url, studio)
  return {
    prompt,
    ratio: `${film['video_width'] ?? 16}:${film['video_height'] ?? 9}`,
    start,
    ...(end && { end })
  }
}

/** The sandbox cannot decode an uploaded video. It makes a new scene of the same ratio. */
async function goOnFrom(
  film: string,
  { prompt = '', end_image_url }: Order['values'],
  studio: SandboxContext
): Promise<Course> {
  const { width, height } = await studio.run('readFilm', { bytes: await studio.read(film) })
  const end = await at(end_image_url, studio)
  return { prompt, ratio: `${width}:${height}`, ...(end && { end }) }
}

async function at(
  address: string | undefined,
  studio: SandboxContext
): Promise<Uint8Array | undefined> {
  return address === undefined || address === '' ? undefined : studio.read(address)
}

function textIn(film: FieldValues, name: string): string {
  const value = film[name]
  return typeof value === 'string' ? value : ''
}

export const lumaSandbox: SandboxService = { videos: { seconds: 10, make: videos } }
