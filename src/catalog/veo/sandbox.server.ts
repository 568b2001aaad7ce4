import type { veo } from '#catalog/veo/service.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { seededId } from '#media/random.ts'
import { videoFrameFormat, makeVideoMusic } from '#sandbox/film.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'

type Order = SandboxRequest<ActionValues<typeof veo, 'videos'>>

const SECONDS = 5
/** Pixels of the shorter side. */
const LINES = { '720p': 720, '1080p': 1080, '4k': 2160 } as const

/** All inputs of a clip. The same inputs with another resolution give the same clip. */
type Shot = {
  id: string
  prompt: string
  model: string
  aspect_ratio: string
  resolution: keyof typeof LINES
  seed: string
  start?: Uint8Array
  end?: Uint8Array
}

const videos = sandboxMaker<typeof veo, 'videos'>(async (order, studio) => {
  const created_at = new Date().toISOString()
  const shot =
    order.values.action === 'get1080p' ? await finer(order, studio) : await newShot(order, studio)
  const { start, end, ...told } = shot
  const { prompt, seed, aspect_ratio, resolution } = told
  const frame = videoFrameFormat(aspect_ratio, LINES[resolution])
  const sound = await makeVideoMusic(studio, prompt, seed, SECONDS)
  const pictures = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
  const { clip, poster, lastFrame } = await studio.run('clip', {
    prompt,
    seed,
    ...frame,
    seconds: SECONDS,
    ...pictures,
    sound
  })
  const times = {
    created_at,
    complete_at: new Date().toISOString(),
    state: 'succeeded',
    duration: SECONDS
  }
  const size = { video_width: frame.width, video_height: frame.height }
  const values = {
    ...told,
    ...times,
    ...size,
    first_frame_given: start !== undefined,
    last_frame_given: end !== undefined
  }
  return [
    {
      values,
      files: {
        video_url: { bytes: clip },
        image_url: { bytes: poster },
        last_frame_url: { bytes: lastFrame }
      }
    }
  ]
})

async function newShot({ values, seed, earlier }: Order, studio: SandboxContext): Promise<Shot> {
  const {
    prompt = '',
    model = 'veo31-fast',
    aspect_ratio = '16:9',
    resolution = '720p',
    image_urls = []
  } = values
  const pictures = await Promise.all(image_urls.map(address => studio.read(address)))
  const shot = { id: seededId(`${seed} video`), prompt, model, aspect_ratio, resolution, seed }
  if (model === 'veo31-fast-ingredients')
    return { ...shot, start: await mixed(shot, pictures, studio) }
  if (values.action === 'extend')
    return { ...shot, start: await studio.read(textIn(earlier, 'last_frame_url')) }
  const [start, end] = pictures
  return { ...shot, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
}

/** Paints one image that combines several. */
function mixed(
  { prompt, seed, aspect_ratio }: Shot,
  inputs: readonly Uint8Array[],
  studio: SandboxContext
): Promise<Uint8Array> {
  const { width, height } = videoFrameFormat(aspect_ratio, 720)
  return studio.run('picture', { prompt, seed, width, height, format: 'jpeg', inputs })
}

/**
 * Repeats an earlier clip at 1080p. Its input images may be deleted, so its own first and last
 * frames replace them.
 */
async function finer({ earlier }: Order, studio: SandboxContext): Promise<Shot> {
  const clip = earlier['video_id']?.[0] ?? {}
  const text = (name: string): string => textIn(earlier, name)
  return {
    id: text('id'),
    prompt: text('prompt'),
    model: text('model'),
    aspect_ratio: text('aspect_ratio'),
    resolution: '1080p',
    seed: text('seed'),
    ...(clip['first_frame_given'] === true && { start: await studio.read(text('image_url')) }),
    ...(clip['last_frame_given'] === true && { end: await studio.read(text('last_frame_url')) })
  }
}

/** @throws Problem `bad_request` when the earlier clip was deleted meanwhile */
function textIn(earlier: Order['earlier'], name: string): string {
  const value = earlier['video_id']?.[0]?.[name]
  if (typeof value === 'string') return value
  throw new Problem('bad_request', { detail: 'the video to extend was deleted' })
}

export const veoSandbox: SandboxService = { videos: { seconds: 15, make: videos } }
