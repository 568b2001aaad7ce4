import { HAILUO_COSTS } from '#catalog/hailuo/fal-costs.ts'
import type { hailuo } from '#catalog/hailuo/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, idFromUrl } from '#providers/fal-request.ts'

type Values = ActionValues<typeof hailuo, 'videos'>

/** Seconds of a video. */
const SECONDS = 6

/** Source: `fal.ai/models/fal-ai/minimax`, November 2026. */
const WORDS = {
  'hailuo-02': 'fal-ai/minimax/hailuo-02/standard/text-to-video',
  'hailuo-02-pro': 'fal-ai/minimax/hailuo-02/pro/text-to-video',
  'hailuo-2.3': 'fal-ai/minimax/hailuo-2.3/standard/text-to-video',
  'hailuo-2.3-pro': 'fal-ai/minimax/hailuo-2.3/pro/text-to-video'
} as const

const PICTURE = {
  'minimax-i2v': 'fal-ai/minimax/video-01/image-to-video',
  'minimax-i2v-director': 'fal-ai/minimax/video-01-director/image-to-video',
  'hailuo-2.3': 'fal-ai/minimax/hailuo-2.3/standard/image-to-video',
  'hailuo-2.3-pro': 'fal-ai/minimax/hailuo-2.3/pro/image-to-video'
} as const

/** Endpoints that also accept a final image. */
const FRAMES = {
  'hailuo-02': 'fal-ai/minimax/hailuo-02/standard/image-to-video',
  'hailuo-02-pro': 'fal-ai/minimax/hailuo-02/pro/image-to-video'
} as const

function request({
  prompt = '',
  model,
  first_image_url: image_url,
  last_image_url: end_image_url
}: Values): VendorRequest {
  if (model === 'minimax-h3') {
    const input = { prompt, duration: SECONDS, resolution: '768P' } as const
    return image_url === undefined
      ? falRequest('minimax/h3/text-to-video', { ...input, aspect_ratio: '16:9' })
      : falRequest('minimax/h3/image-to-video', { ...input, image_url, end_image_url })
  }
  if (image_url === undefined || model === 'minimax-t2v')
    return falRequest(WORDS[model as keyof typeof WORDS] ?? 'fal-ai/minimax/video-01', { prompt })
  if (model === 'hailuo-02' || model === 'hailuo-02-pro')
    return falRequest(FRAMES[model], { prompt, image_url, end_image_url })
  return falRequest(PICTURE[model], { prompt, image_url })
}

const videos = falAction<typeof hailuo, 'videos'>({
  costs: HAILUO_COSTS,
  fields: ['action', 'prompt', 'model', 'first_image_url', 'last_image_url'],
  request: ({ values }) => request(values),
  outputs(answer, { prompt = '', model }) {
    const video = answerFile(answer, 'video')
    return [
      {
        values: { id: idFromUrl(video), model, prompt, state: 'succeeded' },
        files: { video_url: { url: video.url } }
      }
    ]
  }
})

export const hailuoFal: VendorService = { videos }
