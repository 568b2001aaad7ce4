import { LUMA_COSTS } from '#catalog/luma/fal-costs.ts'
import type { luma } from '#catalog/luma/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, idFromUrl } from '#providers/fal-request.ts'

const RATIOS = ['16:9', '9:16', '4:3', '3:4', '21:9', '9:21'] as const

/** fal has no 480p: its lowest resolution is 540p. */
const RESOLUTIONS = { '480p': '540p', '720p': '720p', '1080p': '1080p' } as const

const WORDS = {
  'ray-2': 'fal-ai/luma-dream-machine/ray-2',
  'ray-2-flash': 'fal-ai/luma-dream-machine/ray-2-flash'
} as const

const REFRAME = {
  'ray-3.2': 'luma/agent/ray/v3.2/reframe',
  'ray-2': 'fal-ai/luma-dream-machine/ray-2/reframe',
  'ray-2-flash': 'fal-ai/luma-dream-machine/ray-2-flash/reframe'
} as const

const PICTURE = {
  'ray-2': 'fal-ai/luma-dream-machine/ray-2/image-to-video',
  'ray-2-flash': 'fal-ai/luma-dream-machine/ray-2-flash/image-to-video'
} as const

const videos = falAction<typeof luma, 'videos'>({
  costs: LUMA_COSTS,
  fields: [
    'action',
    'prompt',
    'start_image_url',
    'end_image_url',
    'aspect_ratio',
    'model',
    'resolution',
    'loop',
    'video_url'
  ],
  cannot: [
    { when: { field: 'action', is: 'extend' }, field: 'action' },
    {
      when: {
        all: [
          { field: 'aspect_ratio', is: '1:1' },
          {
            not: {
              any: [
                { field: 'action', is: 'reframe' },
                { field: 'model', is: 'ray-3.2' }
              ]
            }
          }
        ]
      },
      field: 'aspect_ratio'
    }
  ],
  request({
    values: {
      action,
      prompt = '',
      start_image_url: image_url,
      end_image_url,
      aspect_ratio: ratio,
      model,
      resolution: asked = '480p',
      loop,
      video_url = ''
    }
  }) {
    if (action === 'modify')
      return falRequest('fal-ai/luma-dream-machine/ray-2-flash/modify', { prompt, video_url })
    if (action === 'reframe')
      return falRequest(REFRAME[model], {
        prompt: prompt === '' ? undefined : prompt,
        video_url,
        aspect_ratio: ratio ?? '16:9'
      })
    const frames = { image_url, end_image_url }
    const isPictured = image_url !== undefined || end_image_url !== undefined
    const shared = { prompt, resolution: RESOLUTIONS[asked], loop }
    if (model === 'ray-3.2') {
      const newest = { ...shared, aspect_ratio: ratio }
      return isPictured
        ? falRequest('luma/agent/ray/v3.2/image-to-video', { ...newest, ...frames })
        : falRequest('luma/agent/ray/v3.2/text-to-video', newest)
    }
    const common = { ...shared, aspect_ratio: RATIOS.find(each => each === ratio) }
    return isPictured
      ? falRequest(PICTURE[model], { ...common, ...frames })
      : falRequest(WORDS[model], common)
  },
  outputs(answer, { prompt = '', resolution, aspect_ratio }) {
    const video = answerFile(answer, 'video')
    const told = {
      state: 'completed',
      video_id: idFromUrl(video),
      prompt,
      ...(resolution !== undefined && { resolution }),
      ...(aspect_ratio !== undefined && { aspect_ratio })
    }
    return [{ values: told, files: { video_url: { url: video.url } } }]
  }
})

export const lumaFal: VendorService = { videos }
