import type { VendorRequest } from '#core/vendor.ts'
import { falRequest } from '#providers/fal-request.ts'

type Moving = { model: string; better: boolean; prompt: string; start: string | undefined }

type Following = {
  prompt: string
  seconds: number
  aspect_ratio: '1:1' | '16:9' | '9:16'
  shown: string[] | undefined
  better: boolean
}

/** Endpoints that follow a reference video, in standard and pro mode. */
const FILMS = {
  'kling-o1': [
    'fal-ai/kling-video/o1/standard/video-to-video/reference',
    'fal-ai/kling-video/o1/video-to-video/reference'
  ],
  'kling-v3-omni': [
    'fal-ai/kling-video/o3/standard/video-to-video/reference',
    'fal-ai/kling-video/o3/pro/video-to-video/reference'
  ]
} as const

/** Requests a video that follows another one. */
export function videoReferenceRequest(
  { prompt, seconds, aspect_ratio, shown: image_urls, better }: Following,
  model: keyof typeof FILMS,
  video_url: string
): VendorRequest {
  // The limits allow each model only durations that both of its endpoints support.
  const duration = String(seconds) as '5' | '10'
  return falRequest(FILMS[model][better ? 1 : 0], {
    prompt,
    video_url,
    image_urls,
    aspect_ratio,
    duration
  })
}

const MOTION = {
  'kling-v2-6': [
    'fal-ai/kling-video/v2.6/standard/motion-control',
    'fal-ai/kling-video/v2.6/pro/motion-control'
  ],
  'kling-v3': [
    'fal-ai/kling-video/v3/standard/motion-control',
    'fal-ai/kling-video/v3/pro/motion-control'
  ]
} as const

/** Gives the movements of a video to the person in an image, and keeps the sound of the video. */
export function motionControlRequest(
  { model, better, prompt, start = '' }: Moving,
  video_url: string
): VendorRequest {
  return falRequest(MOTION[model as keyof typeof MOTION][better ? 1 : 0], {
    prompt: prompt === '' ? undefined : prompt,
    image_url: start,
    video_url,
    character_orientation: 'video'
  })
}
