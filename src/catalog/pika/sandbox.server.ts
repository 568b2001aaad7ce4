import type { pika } from '#catalog/pika/service.ts'
import type { ActionValues } from '#core/service.ts'
import { seededId } from '#media/random.ts'
import { videoFrameFormat, type VideoFrameFormat } from '#sandbox/film.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'

type Order = SandboxRequest<ActionValues<typeof pika, 'videos'>>

const SECONDS = 5
const LINES = 480

/** The images of a video: first, in between and last. */
type Pictures = { start?: Uint8Array; through?: readonly Uint8Array[]; end?: Uint8Array }

const videos = sandboxMaker<typeof pika, 'videos'>(async (order, studio) => {
  const { seed, values } = order
  const { prompt = '', model, effect } = values
  const frame = videoFrameFormat(await ratioOf(order, studio), LINES)
  const pictures = await picturesOf(order, frame, studio)
  const { clip, poster } = await studio.run('clip', {
    prompt,
    seed,
    ...frame,
    seconds: SECONDS,
    ...pictures,
    ...(effect !== undefined && { effect })
  })
  // API clients expect this word for a finished clip.
  const told = {
    id: seededId(`${seed} video`),
    state: 'complete',
    prompt,
    model,
    quality: `${LINES}p`,
    duration: SECONDS
  }
  return [{ values: told, files: { video_url: { bytes: clip }, image_url: { bytes: poster } } }]
})

/** The sandbox cannot decode an uploaded video. It makes a new one of the same ratio. */
async function ratioOf({ values }: Order, studio: SandboxContext): Promise<string> {
  const { video_url, aspect_ratio = '1:1' } = values
  if (video_url === undefined) return aspect_ratio
  const { width, height } = await studio.run('readFilm', { bytes: await studio.read(video_url) })
  return values.aspect_ratio ?? `${width}:${height}`
}

/**
 * Ingredients form one image, exactly as they are or in a scene painted from the prompt. Other
 * images become the first, middle and last frames.
 */
async function picturesOf(
  { values, seed }: Order,
  { width, height }: VideoFrameFormat,
  studio: SandboxContext
): Promise<Pictures> {
  const { prompt = '', image_urls = [], ingredients, ingredients_mode } = values
  const given = await Promise.all(image_urls.map(address => studio.read(address)))
  const paint = (inputs: readonly Uint8Array[]): Promise<Uint8Array> =>
    studio.run('picture', { prompt, seed, width, height, format: 'png', inputs })
  if (ingredients)
    return {
      start: await paint(ingredients_mode === 'precise' ? given : [await paint([]), ...given])
    }
  const [start, ...others] = given
  const end = others.pop()
  return { ...(start && { start }), through: others, ...(end && { end }) }
}

export const pikaSandbox: SandboxService = { videos: { seconds: 8, make: videos } }
