import { GROK_IMAGINE_COSTS } from '#catalog/grokimagine/fal-costs.ts'
import type { grokimagine } from '#catalog/grokimagine/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, imageOutputs, videoOutput } from '#providers/fal-request.ts'

const RESOLUTIONS = { '1K': '1k', '2K': '2k' } as const

const images = falAction<typeof grokimagine, 'images'>({
  costs: GROK_IMAGINE_COSTS,
  fields: [
    'action',
    'prompt',
    'image_urls',
    'model',
    'aspect_ratio',
    'quality',
    'resolution',
    'count'
  ],
  request({ values }) {
    const { prompt, image_urls, aspect_ratio, quality, resolution, count: num_images } = values
    const input = {
      prompt,
      aspect_ratio,
      quality,
      num_images,
      resolution: RESOLUTIONS[resolution],
      output_format: 'jpeg'
    } as const
    return image_urls === undefined
      ? falRequest('xai/grok-imagine-image/v2.0/text-to-image', input)
      : falRequest('xai/grok-imagine-image/v2.0/edit', { ...input, image_urls: [...image_urls] })
  },
  outputs: (answer, { prompt, model }) => imageOutputs(answer, { prompt, model })
})

const videos = falAction<typeof grokimagine, 'videos'>({
  costs: GROK_IMAGINE_COSTS,
  fields: [
    'prompt',
    'start_image_url',
    'reference_image_urls',
    'model',
    'aspect_ratio',
    'resolution',
    'duration'
  ],
  request({ values }) {
    const { prompt, start_image_url: image_url, reference_image_urls: shown } = values
    const { aspect_ratio, resolution, duration } = values
    const input = { prompt, resolution, duration }
    if (image_url !== undefined)
      return falRequest('xai/grok-imagine-video/v1.5/image-to-video', { ...input, image_url })
    if (shown !== undefined)
      return falRequest('xai/grok-imagine-video/v1.5/reference-to-video', {
        ...input,
        aspect_ratio,
        reference_image_urls: [...shown]
      })
    return falRequest('xai/grok-imagine-video/v1.5/text-to-video', { ...input, aspect_ratio })
  },
  outputs: (answer, { prompt, model, resolution, duration }) => [
    videoOutput(answer, { prompt, model, resolution, duration })
  ]
})

export const grokimagineFal: VendorService = { images, videos }
