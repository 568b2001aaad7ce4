import type { VendorRequest } from '#core/vendor.ts'
import { falRequest } from '#providers/fal-request.ts'

type Moving = { model: string; better: boolean; prompt: string; start: string | undefined }

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

/** Gives the person in an image the movements of a video, whose sound stays. */
export function moving(
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
