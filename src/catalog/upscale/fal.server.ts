import type { upscale } from '#catalog/upscale/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, fileIn, numbered } from '#providers/fal-request.ts'

/** Source of endpoints and prices: fal.ai, the `llms.txt` of each endpoint, November 2026. */
const images = falAction<typeof upscale, 'images'>({
  fields: ['image_url', 'model', 'factor', 'creativity'],
  request: ({ values: { image_url, model, factor, creativity } }) =>
    model === 'clarity'
      ? falRequest('fal-ai/clarity-upscaler', { image_url, upscale_factor: factor, creativity })
      : falRequest('fal-ai/seedvr/upscale/image', {
          image_url,
          upscale_mode: 'factor',
          upscale_factor: factor
        }),
  outputs(answer, { model }) {
    const { url, width, height } = fileIn(answer, 'image')
    return [
      {
        values: {
          model,
          ...numbered('image_width', width),
          ...numbered('image_height', height)
        },
        files: { image_url: { url } }
      }
    ]
  }
})

export const upscaleFal: VendorService = { images }
