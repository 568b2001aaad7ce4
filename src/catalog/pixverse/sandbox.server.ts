import { createHash } from 'node:crypto'
import type { pixverse } from '#catalog/pixverse/service.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { ActionValues } from '#core/service.ts'
import { videoFrameFormat, makeVideoMusic } from '#sandbox/film.ts'
import type { CameraMove } from '#sandbox/posters/camera.ts'
import {
  sandboxMaker,
  type SandboxRequest,
  type SandboxService,
  type SandboxContext
} from '#sandbox/media.ts'

type Values = ActionValues<typeof pixverse, 'videos'>
type Order = SandboxRequest<Values>

const SEEDS = 1001
/** Moves of the camera by the chosen speed. */
const CAMERAS: Readonly<Record<Values['motion'], CameraMove>> = {
  normal: { x: 0, y: 0, zoom: 0.08, roll: 0 },
  fast: { x: 0.08, y: 0, zoom: 0.3, roll: 0 }
}

const videos = sandboxMaker<typeof pixverse, 'videos'>(async (order, studio) => {
  const { prompt, aspect_ratio, quality, motion, duration, generate_audio = false } = order.values
  const seed = order.values.seed ?? numberOf(order.seed) % SEEDS
  const [start, end] = await frames(order, studio)
  const { fps, ...size } = videoFrameFormat(aspect_ratio, Number.parseInt(quality, 10))
  const sound = generate_audio
    ? await makeVideoMusic(studio, prompt, order.seed, duration)
    : undefined
  const { clip, poster, lastFrame } = await studio.run('clip', {
    prompt,
    seed,
    ...size,
    fps,
    seconds: duration,
    camera: CAMERAS[motion],
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(sound !== undefined && { sound })
  })
  const first = { bytes: poster }
  const files = {
    video_url: { bytes: clip },
    first_frame: first,
    last_frame: { bytes: lastFrame },
    image_url: first
  }
  return [{ values: toldOf(order, seed, size), files }]
})

/** Returns the values of a clip in the service's own format. */
function toldOf(
  { seed, values }: Order,
  used: number,
  { width, height }: { width: number; height: number }
): MediaOutput['values'] {
  const { prompt, model, style, aspect_ratio, quality, motion, duration, template_id = 0 } = values
  return {
    id: numberOf(seed),
    state: 'succeeded',
    prompt,
    model,
    quality,
    motion,
    style: style === 'normal' ? '' : style,
    aspect_ratio,
    duration,
    seed: used,
    // The sandbox knows no templates or characters, so it only returns the requested id.
    template_id,
    template_name: '',
    asset_id: 0,
    asset_name: '',
    extended: values.action === 'extend' ? 1 : 0,
    video_width: width,
    video_height: height
  }
}

/** Derives a video id. API clients expect a whole number. */
function numberOf(seed: string): number {
  return createHash('sha256').update(`${seed} video`).digest().readUIntBE(0, 6)
}

/**
 * Reads the first and last image of a clip. An extension begins with the last frame of the earlier
 * clip.
 */
async function frames(
  { values, earlier }: Order,
  studio: SandboxContext
): Promise<readonly Uint8Array[]> {
  const { action, image_url, frame = image_url === undefined ? [] : [image_url] } = values
  if (action === 'generate') return Promise.all(frame.map(address => studio.read(address)))
  const last = earlier['video_id']?.[0]?.['last_frame']
  if (typeof last !== 'string')
    throw new Problem('bad_request', { detail: 'the video to extend was deleted' })
  return [await studio.read(last)]
}

export const pixverseSandbox: SandboxService = { videos: { seconds: 12, make: videos } }
