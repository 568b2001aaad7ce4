import type { MediaOutput } from '#core/provider.ts'
import { pictureRatio } from '#media/picture-size.ts'
import { seededId } from '#media/random.ts'
import type { SandboxContext } from '#sandbox/media.ts'

/** Width and height in pixels, both even, and frames per second. */
export type VideoFrameFormat = { width: number; height: number; fps: number }

/** Maximum pixels of the longer side of a sandbox video. */
const LONGEST = 2048

/**
 * Returns the frame of a video with an aspect ratio such as `16:9`.
 * @param lines pixels of its shorter side; a large video has fewer frames per second, so that it is
 * made in time
 */
export function videoFrameFormat(ratio: string, lines: number): VideoFrameFormat {
  const [wide = 1, tall = 1] = ratio.split(':').map(Number)
  const scale = Math.min(lines / Math.min(wide, tall), LONGEST / Math.max(wide, tall))
  const side = (share: number): number => Math.round((share * scale) / 2) * 2
  return { width: side(wide), height: side(tall), fps: fpsOf(lines) }
}

function fpsOf(lines: number): number {
  if (lines > 720) return 8
  return lines > 540 ? 12 : lines > 480 ? 16 : 24
}

/** Makes instrumental music for a video, as an MP3. */
export async function makeVideoMusic(
  studio: SandboxContext,
  style: string,
  seed: string,
  seconds: number
): Promise<Uint8Array> {
  const { song } = await studio.run('song', {
    title: '',
    style,
    lyric: '',
    seed,
    seconds,
    instrumental: true
  })
  return song
}

/** The values of an action that makes a video from a prompt, from frames or from references. */
type FilmOrder = {
  prompt?: string
  model: string
  aspect_ratio?: string
  /** Without it, the video has {@link USUAL_LINES}, and the result contains no resolution. */
  resolution?: '480p' | '720p' | '1080p'
  /** Seconds. */
  duration: number
  generate_audio: boolean
  start_image_url?: string
  end_image_url?: string
  /** Reference images. The first one is the first frame unless there is a start image. */
  reference_image_urls?: readonly string[]
  seed: string
}

/** The ratio of a video without a chosen one. Vendors accept no slimmer first frame. */
const RATIO = { usual: { width: 16, height: 9 }, slimmest: 2.5 }

/** Pixels of the shorter side if the user does not choose a resolution. */
const USUAL_LINES = 540

/** Longest sandbox video in seconds. */
export const MAX_VIDEO_SECONDS = 10

/** Makes a video of at most {@link MAX_VIDEO_SECONDS}. The same order gives the same video. */
export async function makeVideo(studio: SandboxContext, order: FilmOrder): Promise<MediaOutput> {
  const { prompt = '', model, resolution, generate_audio, seed } = order
  const duration = Math.min(order.duration, MAX_VIDEO_SECONDS)
  const read = async (address?: string): Promise<Uint8Array | undefined> =>
    address === undefined ? undefined : studio.read(address)
  const [first, ...through] = order.reference_image_urls ?? []
  const start = await read(order.start_image_url ?? first)
  const end = await read(order.end_image_url)
  const ratio = order.aspect_ratio ?? pictureRatio(start, RATIO)
  const lines = resolution === undefined ? USUAL_LINES : Number.parseInt(resolution, 10)
  const { fps, width, height } = videoFrameFormat(ratio, lines)
  const sound = generate_audio ? await makeVideoMusic(studio, prompt, seed, duration) : undefined
  const { clip, poster } = await studio.run('clip', {
    prompt,
    seed,
    width,
    height,
    fps,
    seconds: duration,
    through: await Promise.all(through.map(address => studio.read(address))),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    ...(sound !== undefined && { sound })
  })
  const told = {
    id: seededId(`${seed} video`),
    state: 'succeeded',
    prompt,
    model,
    ...(resolution !== undefined && { resolution })
  }
  return {
    values: { ...told, duration, video_width: width, video_height: height },
    files: { video_url: { bytes: clip }, image_url: { bytes: poster } }
  }
}
