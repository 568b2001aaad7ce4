import type { cutout } from '#catalog/cutout/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, numberEntry } from '#providers/fal-request.ts'

/** Source of the endpoint and its price: fal.ai, "Bria RMBG 2.0", 2026. */
const COSTS = { 'fal-ai/bria/background/remove': { list: [{ dollars: 0.018 }] } } as const

const images = falAction<typeof cutout, 'images'>({
  costs: COSTS,
  fields: ['image_url'],
  request: ({ values: { image_url } }) =>
    falRequest('fal-ai/bria/background/remove', { image_url }),
  outputs(answer) {
    const { url, width, height } = answerFile(answer, 'image')
    return [
      {
        values: { ...numberEntry('image_width', width), ...numberEntry('image_height', height) },
        files: { image_url: { url } }
      }
    ]
  }
})

export const cutoutFal: VendorService = { images }
