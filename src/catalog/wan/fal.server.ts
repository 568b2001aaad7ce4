import type { wan } from '#catalog/wan/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, numbered, videoOutput } from '#providers/fal-request.ts'

const videos = falAction<typeof wan, 'videos'>({
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
      ...numbered('seed', answer['seed'])
    })
  ]
})

export const wanFal: VendorService = { videos }
