import { VEO_FAL_COSTS } from '#catalog/veo/costs.ts'
import type { veo } from '#catalog/veo/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import {
  earlierFile,
  falAction,
  falRequest,
  answerFile,
  idFromUrl
} from '#providers/fal-request.ts'
import type { ActionInput } from '#providers/vendor-action.ts'

type Values = ActionValues<typeof veo, 'videos'>

/** Source: `fal.ai/models/fal-ai/veo3.1`, November 2026. */
const WORDS = {
  veo31: 'fal-ai/veo3.1',
  'veo31-fast': 'fal-ai/veo3.1/fast',
  'veo31-lite': 'fal-ai/veo3.1/lite'
} as const

const PICTURE = {
  veo31: 'fal-ai/veo3.1/image-to-video',
  'veo31-fast': 'fal-ai/veo3.1/fast/image-to-video',
  'veo31-lite': 'fal-ai/veo3.1/lite/image-to-video'
} as const

const TWO = {
  veo31: 'fal-ai/veo3.1/first-last-frame-to-video',
  'veo31-fast': 'fal-ai/veo3.1/fast/first-last-frame-to-video',
  'veo31-lite': 'fal-ai/veo3.1/lite/first-last-frame-to-video'
} as const

function request({ values, earlier }: ActionInput<Values>): VendorRequest {
  const { prompt = '', image_urls = [], model = 'veo31-fast', aspect_ratio } = values
  const [image_url, last_frame_url] = image_urls
  if (values.action === 'extend') {
    const video_url = earlierFile(earlier, 'video_id', 'video_url')
    const path =
      model === 'veo31' ? 'fal-ai/veo3.1/extend-video' : 'fal-ai/veo3.1/fast/extend-video'
    return falRequest(path, { prompt, video_url, aspect_ratio, resolution: '720p' })
  }
  if (model === 'veo31-fast-ingredients')
    return falRequest('fal-ai/veo3.1/reference-to-video', {
      prompt,
      image_urls: [...image_urls],
      aspect_ratio,
      resolution: values.resolution
    })
  // `cannot` below refuses 4K.
  const resolution = values.resolution as '720p' | '1080p'
  if (image_url === undefined) return falRequest(WORDS[model], { prompt, aspect_ratio, resolution })
  if (last_frame_url === undefined)
    return falRequest(PICTURE[model], { prompt, image_url, aspect_ratio, resolution })
  return falRequest(TWO[model], {
    prompt,
    first_frame_url: image_url,
    last_frame_url,
    aspect_ratio,
    resolution
  })
}

const videos = falAction<typeof veo, 'videos'>({
  costs: VEO_FAL_COSTS,
  fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution', 'video_id'],
  reads: { video_id: ['video_url'] },
  cannot: [
    { when: { field: 'action', is: 'get1080p' }, field: 'action' },
    {
      when: {
        all: [
          { not: { field: 'model', is: 'veo31-fast-ingredients' } },
          { field: 'resolution', is: '4k' }
        ]
      },
      field: 'resolution'
    }
  ],
  request,
  outputs(
    answer,
    { prompt = '', model = 'veo31-fast', aspect_ratio = '16:9', resolution = '720p' }
  ) {
    const video = answerFile(answer, 'video')
    const told = {
      id: idFromUrl(video),
      state: 'succeeded',
      prompt,
      model,
      aspect_ratio,
      resolution
    }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

export const veoFal: VendorService = { videos }
