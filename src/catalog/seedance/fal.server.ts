import type { seedance } from '#catalog/seedance/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, videoOutput } from '#providers/fal-request.ts'

const WORDS = {
  'seedance-2.5': 'bytedance/seedance-2.5/text-to-video',
  'seedance-2.0': 'bytedance/seedance-2.0/text-to-video',
  'seedance-2.0-mini': 'bytedance/seedance-2.0/mini/text-to-video'
} as const

const FRAMES = {
  'seedance-2.5': 'bytedance/seedance-2.5/image-to-video',
  'seedance-2.0': 'bytedance/seedance-2.0/image-to-video',
  'seedance-2.0-mini': 'bytedance/seedance-2.0/mini/image-to-video'
} as const

const REFERENCES = {
  'seedance-2.5': 'bytedance/seedance-2.5/reference-to-video',
  'seedance-2.0': 'bytedance/seedance-2.0/reference-to-video',
  'seedance-2.0-mini': 'bytedance/seedance-2.0/mini/reference-to-video'
} as const

const videos = falAction<typeof seedance, 'videos'>({
  fields: [
    'prompt',
    'start_image_url',
    'end_image_url',
    'reference_image_urls',
    'model',
    'aspect_ratio',
    'resolution',
    'duration',
    'generate_audio'
  ],
  request({ values }) {
    const { prompt, model, aspect_ratio, resolution, generate_audio } = values
    const { start_image_url, end_image_url, reference_image_urls: shown } = values
    const input = { prompt, resolution, duration: String(values.duration), generate_audio }
    if (start_image_url !== undefined)
      return falRequest(FRAMES[model], { ...input, image_url: start_image_url, end_image_url })
    if (shown !== undefined)
      return falRequest(REFERENCES[model], { ...input, aspect_ratio, image_urls: [...shown] })
    return falRequest(WORDS[model], { ...input, aspect_ratio })
  },
  outputs: (answer, { prompt, model, resolution, duration }) => [
    videoOutput(answer, { prompt, model, resolution, duration })
  ]
})

export const seedanceFal: VendorService = { videos }
