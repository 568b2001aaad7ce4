import type { kling } from '#catalog/kling/service.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { seededId } from '#media/random.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'
import type { CameraMove } from '#sandbox/posters/camera.ts'

type Order = SandboxRequest<ActionValues<typeof kling, 'videos'>>

const PIXELS = 640 * 360

const videos = sandboxMaker<typeof kling, 'videos'>(async (order, studio) => {
  const { prompt = '', model, aspect_ratio, end_image_url, generate_audio = false } = order.values
  const duration = await secondsOf(order, studio)
  const camera = cameraOf(order.values)
  const start = await firstFrame(order, studio)
  const end = end_image_url === undefined ? undefined : await studio.read(end_image_url)
  const sound = generate_audio ? await soundFor(prompt, order.seed, duration, studio) : undefined
  const { clip, poster, lastFrame } = await studio.run('clip', {
    prompt,
    seed: order.seed,
    ...sizeForRatio(aspect_ratio, PIXELS),
    seconds: duration,
    ...(camera !== null && { camera }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(sound !== undefined && { sound })
  })
  // API clients expect this state of a finished clip, and its length as text.
  const told = {
    state: 'succeed',
    video_id: seededId(`${order.seed} video`),
    duration: duration.toFixed(3)
  }
  const values = { ...told, prompt, model, aspect_ratio }
  const files = {
    video_url: { bytes: clip },
    image_url: { bytes: poster },
    last_frame_url: { bytes: lastFrame }
  }
  return [{ values, files }]
})

/**
 * Returns the length of a clip: that of the video that gives the movements, but at most ten
 * seconds.
 */
async function secondsOf({ values }: Order, studio: SandboxContext): Promise<number> {
  const { duration = 5, video_url } = values
  if (video_url === undefined) return duration
  const film = await studio.run('readFilm', { bytes: await studio.read(video_url) })
  return Math.min(10, Math.max(1, Math.ceil(film.duration)))
}

/** Preset moves of the camera, which users choose by name. */
const CAMERAS = {
  down_back: { x: 0, y: 0.12, zoom: -0.2, roll: 0 },
  forward_up: { x: 0, y: -0.12, zoom: 0.25, roll: 0 },
  left_turn_forward: { x: -0.12, y: 0, zoom: 0.2, roll: -4 },
  right_turn_forward: { x: 0.12, y: 0, zoom: 0.2, roll: 4 }
}
/**
 * Each axis of a free camera goes from -10 to 10. These are the share of the image, and the degrees
 * of a roll, for one step.
 */
const [STEP, ROLL] = [0.018, 1.6]

/** Returns the camera that a request describes; null where the prompt decides. */
function cameraOf(values: Order['values']): CameraMove | null {
  const type = values['camera_control.type']
  if (type === undefined) return null
  if (type !== 'simple') return CAMERAS[type]
  const by = (axis: 'horizontal' | 'vertical' | 'pan' | 'tilt' | 'roll' | 'zoom'): number =>
    values[`camera_control.config.${axis}`] ?? 0
  return {
    x: (by('horizontal') + by('pan')) * STEP,
    y: -(by('vertical') + by('tilt')) * STEP,
    zoom: by('zoom') * STEP * 2,
    roll: by('roll') * ROLL
  }
}

async function soundFor(
  prompt: string,
  seed: string,
  seconds: number,
  studio: SandboxContext
): Promise<Uint8Array> {
  const { song } = await studio.run('song', {
    title: '',
    style: prompt,
    lyric: '',
    seed,
    seconds,
    instrumental: true
  })
  return song
}

/**
 * Reads the first frame. An extension starts with the last frame of the earlier clip. Other clips
 * start with the start image, or with the first reference image.
 */
async function firstFrame(
  { values, earlier }: Order,
  studio: SandboxContext
): Promise<Uint8Array | undefined> {
  const [shown] = values.image_list ?? []
  const first = values.start_image_url ?? shown
  if (values.action !== 'extend') return first === undefined ? undefined : studio.read(first)
  const frame = earlier['video_id']?.[0]?.['last_frame_url']
  if (typeof frame !== 'string')
    throw new Problem('bad_request', { detail: 'the video to extend was deleted' })
  return studio.read(frame)
}

export const klingSandbox: SandboxService = { videos: { seconds: 10, make: videos } }
