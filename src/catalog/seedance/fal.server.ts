import type { seedance } from '#catalog/seedance/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
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

const second = (sd: number, hd: number, fullHd: number): VendorCosts[string] => ({
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: fullHd, times: ['duration'] },
    { when: { field: 'resolution', is: '720p' }, dollars: hd, times: ['duration'] },
    { dollars: sd, times: ['duration'] }
  ]
})
const NEWEST = second(0.221, 0.462, 1.164)
const SECOND = second(0.141, 0.3034, 0.682)
/** Mini makes no 1080p, so the last price is never used. */
const MINI = second(0.0721, 0.1547, 0.1547)
/**
 * Prices for a second in 16:9, with or without sound: fal's pages of these endpoints, April to
 * October 2026. fal bills tokens, which differ a little with the shape.
 */
const COSTS: VendorCosts = Object.fromEntries(
  [WORDS, FRAMES, REFERENCES].flatMap(endpoints => [
    [endpoints['seedance-2.5'], NEWEST],
    [endpoints['seedance-2.0'], SECOND],
    [endpoints['seedance-2.0-mini'], MINI]
  ])
)

const videos = falAction<typeof seedance, 'videos'>({
  costs: COSTS,
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
