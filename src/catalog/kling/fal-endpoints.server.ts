import { videoReferenceRequest, motionControlRequest } from '#catalog/kling/fal-film.server.ts'
import type { kling } from '#catalog/kling/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest } from '#core/vendor.ts'
import { falRequest } from '#providers/fal-request.ts'

type Model = ActionValues<typeof kling, 'videos'>['model']
type Camera = 'simple' | 'down_back' | 'forward_up' | 'left_turn_forward' | 'right_turn_forward'
type Five = '5' | '10'

/**
 * A video request that does not depend on the endpoint. `better` selects the more expensive mode.
 */
export type KlingVideoRequest = {
  model: Model
  better: boolean
  /** Selects 4K. */
  finest: boolean
  prompt: string
  negative_prompt: string | undefined
  cfg_scale: number | undefined
  seconds: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
  aspect_ratio: '1:1' | '16:9' | '9:16'
  sound: boolean
  camera: Camera | undefined
  start: string | undefined
  end: string | undefined
  /** Reference images. */
  shown: string[] | undefined
  /** Reference video. */
  film: string | undefined
  /** The video whose movements are given to the image. */
  moves: string | undefined
}

/**
 * Chooses fal's endpoint and input for a video. Calls that no endpoint supports were refused
 * earlier.
 */
export function klingFalRequest(call: KlingVideoRequest): VendorRequest {
  if (call.moves !== undefined) return motionControlRequest(call, call.moves)
  if (call.model === 'kling-v3-omni' || call.model === 'kling-o1') return omni(call, call.model)
  if (call.model === 'kling-v3' || call.model === 'kling-v2-6') return sounding(call, call.model)
  return call.start === undefined ? fromWords(call) : fromPicture(call, call.start)
}

const WORDS = {
  'kling-v1': 'fal-ai/kling-video/v1/standard/text-to-video',
  'kling-v1-5': 'fal-ai/kling-video/v1.5/pro/text-to-video',
  'kling-v2-master': 'fal-ai/kling-video/v2/master/text-to-video',
  'kling-v2-1-master': 'fal-ai/kling-video/v2.1/master/text-to-video',
  'kling-v2-5-turbo': 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video'
} as const

function fromWords({
  model,
  better,
  seconds,
  camera,
  prompt,
  negative_prompt,
  cfg_scale,
  aspect_ratio
}: KlingVideoRequest): VendorRequest {
  const input = {
    prompt,
    negative_prompt,
    cfg_scale,
    aspect_ratio,
    duration: String(seconds) as Five
  }
  if (model === 'kling-v1')
    return falRequest(WORDS[model], {
      ...input,
      camera_control: camera === 'simple' ? undefined : camera
    })
  if (model === 'kling-v1-6')
    return better
      ? falRequest('fal-ai/kling-video/v1.6/pro/text-to-video', input)
      : falRequest('fal-ai/kling-video/v1.6/standard/text-to-video', input)
  return falRequest(WORDS[model as keyof typeof WORDS], input)
}

const PICTURES = {
  'kling-v1': 'fal-ai/kling-video/v1/standard/image-to-video',
  'kling-v1-6': 'fal-ai/kling-video/v1.6/standard/image-to-video',
  'kling-v2-master': 'fal-ai/kling-video/v2/master/image-to-video',
  'kling-v2-1': 'fal-ai/kling-video/v2.1/standard/image-to-video',
  'kling-v2-1-master': 'fal-ai/kling-video/v2.1/master/image-to-video',
  'kling-v2-5-turbo': 'fal-ai/kling-video/v2.5-turbo/standard/image-to-video'
} as const

/** Endpoints that also accept a final image. */
const BETTER_PICTURES = {
  'kling-v1-5': 'fal-ai/kling-video/v1.5/pro/image-to-video',
  'kling-v1-6': 'fal-ai/kling-video/v1.6/pro/image-to-video',
  'kling-v2-5-turbo': 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video'
} as const

function fromPicture(
  { model, better, seconds, prompt, negative_prompt, cfg_scale, end }: KlingVideoRequest,
  image_url: string
): VendorRequest {
  const input = { prompt, negative_prompt, cfg_scale, image_url, duration: String(seconds) as Five }
  if (better && (model === 'kling-v1-5' || model === 'kling-v1-6' || model === 'kling-v2-5-turbo'))
    return falRequest(BETTER_PICTURES[model], { ...input, tail_image_url: end })
  return falRequest(PICTURES[model as keyof typeof PICTURES], input)
}

/** Requests a video from a model that can add sound. */
function sounding(call: KlingVideoRequest, model: 'kling-v3' | 'kling-v2-6'): VendorRequest {
  const {
    prompt,
    negative_prompt,
    cfg_scale,
    aspect_ratio,
    start: start_image_url,
    end: end_image_url,
    seconds
  } = call
  const input = { prompt, negative_prompt, generate_audio: call.sound }
  if (model === 'kling-v2-6') {
    const whole = { ...input, duration: String(seconds) as Five }
    if (start_image_url === undefined)
      return falRequest('fal-ai/kling-video/v2.6/pro/text-to-video', { ...whole, aspect_ratio })
    return falRequest('fal-ai/kling-video/v2.6/pro/image-to-video', {
      ...whole,
      start_image_url,
      end_image_url
    })
  }
  const whole = { ...input, cfg_scale, duration: `${seconds}` } as const
  if (call.finest)
    return start_image_url === undefined
      ? falRequest('fal-ai/kling-video/v3/4k/text-to-video', { ...whole, aspect_ratio })
      : falRequest('fal-ai/kling-video/v3/4k/image-to-video', {
          ...whole,
          start_image_url,
          end_image_url
        })
  if (start_image_url === undefined) {
    const path = call.better
      ? 'fal-ai/kling-video/v3/pro/text-to-video'
      : 'fal-ai/kling-video/v3/standard/text-to-video'
    return falRequest(path, { ...whole, aspect_ratio })
  }
  const path = call.better
    ? 'fal-ai/kling-video/v3/pro/image-to-video'
    : 'fal-ai/kling-video/v3/standard/image-to-video'
  return falRequest(path, { ...whole, start_image_url, end_image_url })
}

/** Requests a video from a model that accepts references. */
function omni(call: KlingVideoRequest, model: 'kling-v3-omni' | 'kling-o1'): VendorRequest {
  const {
    prompt,
    seconds,
    aspect_ratio,
    shown: image_urls,
    film,
    start,
    end: end_image_url,
    better,
    sound: generate_audio
  } = call
  if (film !== undefined) return videoReferenceRequest(call, model, film)
  if (model === 'kling-o1') {
    const input = { prompt, duration: String(seconds) as Five }
    if (start === undefined) {
      const path = better
        ? 'fal-ai/kling-video/o1/reference-to-video'
        : 'fal-ai/kling-video/o1/standard/reference-to-video'
      return falRequest(path, { ...input, aspect_ratio, image_urls })
    }
    const path = better
      ? 'fal-ai/kling-video/o1/image-to-video'
      : 'fal-ai/kling-video/o1/standard/image-to-video'
    return falRequest(path, { ...input, start_image_url: start, end_image_url })
  }
  const input = { prompt, duration: `${seconds}`, generate_audio } as const
  if (call.finest) return finestOmni(call, input)
  if (image_urls !== undefined) {
    const path = better
      ? 'fal-ai/kling-video/o3/pro/reference-to-video'
      : 'fal-ai/kling-video/o3/standard/reference-to-video'
    return falRequest(path, {
      ...input,
      aspect_ratio,
      image_urls,
      start_image_url: start,
      end_image_url
    })
  }
  if (start === undefined) {
    const path = better
      ? 'fal-ai/kling-video/o3/pro/text-to-video'
      : 'fal-ai/kling-video/o3/standard/text-to-video'
    return falRequest(path, { ...input, aspect_ratio })
  }
  const path = better
    ? 'fal-ai/kling-video/o3/pro/image-to-video'
    : 'fal-ai/kling-video/o3/standard/image-to-video'
  return falRequest(path, { ...input, image_url: start, end_image_url })
}

/** Requests a video in 4K from the model that accepts references. */
function finestOmni(
  { aspect_ratio, shown: image_urls, start, end: end_image_url }: KlingVideoRequest,
  input: { prompt: string; duration: string; generate_audio: boolean }
): VendorRequest {
  if (image_urls !== undefined)
    return falRequest('fal-ai/kling-video/o3/4k/reference-to-video', {
      ...input,
      aspect_ratio,
      image_urls,
      start_image_url: start,
      end_image_url
    })
  return start === undefined
    ? falRequest('fal-ai/kling-video/o3/4k/text-to-video', { ...input, aspect_ratio })
    : falRequest('fal-ai/kling-video/o3/4k/image-to-video', {
        ...input,
        image_url: start,
        end_image_url
      })
}
