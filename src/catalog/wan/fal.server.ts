import type { wan } from '#catalog/wan/service.ts'
import type { VendorService } from '#core/vendor.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import { falAction, falRequest, numberEntry, videoOutput } from '#providers/fal-request.ts'

/** Prices for a second: fal.ai, the `llms.txt` of each endpoint, October 2026. */
const SECOND: VendorCosts[string] = {
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: 0.2, times: ['duration'] },
    { when: { field: 'resolution', is: '720p' }, dollars: 0.1, times: ['duration'] },
    { dollars: 0.05, times: ['duration'] }
  ]
}
const COSTS: VendorCosts = {
  'alibaba/wan-3.0/text-to-video': SECOND,
  'alibaba/wan-3.0/image-to-video': SECOND,
  'alibaba/wan-3.0/reference-to-video': SECOND
}

const videos = falAction<typeof wan, 'videos'>({
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
    'generate_audio',
    'seed'
  ],
  request({ values }) {
    const { prompt, aspect_ratio, resolution, duration, generate_audio: audio, seed } = values
    const { start_image_url, end_image_url, reference_image_urls: shown } = values
    const input = { prompt, resolution, duration, audio, seed }
    if (start_image_url !== undefined)
      return falRequest('alibaba/wan-3.0/image-to-video', {
        ...input,
        start_image_url,
        end_image_url
      })
    if (shown !== undefined)
      return falRequest('alibaba/wan-3.0/reference-to-video', {
        ...input,
        aspect_ratio,
        reference_image_urls: [...shown]
      })
    return falRequest('alibaba/wan-3.0/text-to-video', { ...input, aspect_ratio })
  },
  outputs: (answer, { prompt, model, resolution, duration }) => [
    videoOutput(answer, {
      prompt,
      model,
      resolution,
      duration,
      ...numberEntry('seed', answer['seed'])
    })
  ]
})

export const wanFal: VendorService = { videos }
