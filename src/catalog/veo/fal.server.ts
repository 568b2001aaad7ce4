import { VEO_FAL_COSTS } from '#catalog/veo/costs.ts'
import type { veo } from '#catalog/veo/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { falAction, falRequest, fileIn, idOf } from '#providers/fal-request.ts'

type Values = ActionValues<typeof veo, 'videos'>

const SECOND = { field: 'model', in: ['veo2', 'veo2-fast'] } as const
const INGREDIENTS = { field: 'model', is: 'veo31-fast-ingredients' } as const
const BETWEEN_TWO = {
  field: 'model',
  in: ['veo31', 'veo31-fast', 'veo31-fast-ingredients']
} as const

const WORDS = {
  veo3: 'fal-ai/veo3',
  'veo3-fast': 'fal-ai/veo3/fast',
  veo31: 'fal-ai/veo3.1',
  'veo31-fast': 'fal-ai/veo3.1/fast'
} as const

const PICTURE = {
  veo3: 'fal-ai/veo3/image-to-video',
  'veo3-fast': 'fal-ai/veo3/fast/image-to-video',
  veo31: 'fal-ai/veo3.1/image-to-video',
  'veo31-fast': 'fal-ai/veo3.1/fast/image-to-video'
} as const

const TWO = {
  veo31: 'fal-ai/veo3.1/first-last-frame-to-video',
  'veo31-fast': 'fal-ai/veo3.1/fast/first-last-frame-to-video'
} as const

type Wide = '16:9' | '9:16'

function request({
  prompt = '',
  image_urls = [],
  model = 'veo31-fast',
  aspect_ratio: ratio,
  resolution: asked
}: Values): VendorRequest {
  const [image_url, last_frame_url] = image_urls
  // `cannot` below refuses ratios and resolutions that a model does not support.
  const [aspect_ratio, resolution] = [ratio as Wide, asked as '720p' | '1080p']
  // fal has no fast Veo 2, so veo2-fast uses this endpoint too.
  if (model === 'veo2' || model === 'veo2-fast')
    return image_url === undefined
      ? falRequest('fal-ai/veo2', { prompt, aspect_ratio: ratio as Wide | '1:1' })
      : falRequest('fal-ai/veo2/image-to-video', { prompt, image_url })
  if (model === 'veo31-fast-ingredients')
    return falRequest('fal-ai/veo3.1/reference-to-video', {
      prompt,
      image_urls: [...image_urls],
      aspect_ratio,
      resolution: asked
    })
  if (image_url === undefined) return falRequest(WORDS[model], { prompt, aspect_ratio, resolution })
  if (last_frame_url !== undefined && (model === 'veo31' || model === 'veo31-fast'))
    return falRequest(TWO[model], {
      prompt,
      first_frame_url: image_url,
      last_frame_url,
      aspect_ratio,
      resolution
    })
  return falRequest(PICTURE[model], { prompt, image_url, aspect_ratio, resolution })
}

const videos = falAction<typeof veo, 'videos'>({
  costs: VEO_FAL_COSTS,
  fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution'],
  cannot: [
    { when: { field: 'action', is: 'get1080p' }, field: 'action' },
    { when: { all: [SECOND, { not: { field: 'resolution', is: '720p' } }] }, field: 'resolution' },
    {
      when: { all: [{ not: INGREDIENTS }, { field: 'resolution', is: '4k' }] },
      field: 'resolution'
    },
    {
      when: { all: [SECOND, { field: 'aspect_ratio', in: ['4:3', '3:4'] }] },
      field: 'aspect_ratio'
    },
    {
      when: { all: [{ not: SECOND }, { field: 'aspect_ratio', in: ['1:1', '4:3', '3:4'] }] },
      field: 'aspect_ratio'
    },
    { when: { not: BETWEEN_TWO }, field: 'image_urls', most: 1 }
  ],
  request: ({ values }) => request(values),
  outputs(
    answer,
    { prompt = '', model = 'veo31-fast', aspect_ratio = '16:9', resolution = '720p' }
  ) {
    const video = fileIn(answer, 'video')
    const told = { id: idOf(video), state: 'succeeded', prompt, model, aspect_ratio, resolution }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

export const veoFal: VendorService = { videos }
