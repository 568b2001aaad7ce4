import type { outpaint } from '#catalog/outpaint/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { falAction, falRequest, answerFile, numberEntry } from '#providers/fal-request.ts'

/** Pixels of a result. */
const PIXELS = 1_048_576

/** Source of the endpoint and its price: fal.ai, its `llms.txt`, November 2026. */
const COSTS = { 'fal-ai/bria/expand': { list: [{ dollars: 0.04 }] } } as const

const images = falAction<typeof outpaint, 'images'>({
  costs: COSTS,
  fields: ['image_url', 'aspect_ratio', 'prompt'],
  request({ values: { image_url, aspect_ratio, prompt } }) {
    const { width, height } = sizeForRatio(aspect_ratio, PIXELS)
    return falRequest('fal-ai/bria/expand', {
      image_url,
      aspect_ratio,
      canvas_size: [width, height],
      prompt
    })
  },
  outputs(answer, { prompt = '' }) {
    const { url, width, height } = answerFile(answer, 'image')
    return [
      {
        values: {
          prompt,
          ...numberEntry('image_width', width),
          ...numberEntry('image_height', height)
        },
        files: { image_url: { url } }
      }
    ]
  }
})

export const outpaintFal: VendorService = { images }
