import type { upscale } from '#catalog/upscale/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, numberEntry } from '#providers/fal-request.ts'

const megapixel = (dollars: number): VendorCosts[string] => ({
  unit: dollars,
  list: [{ dollars, times: ['image_url:megapixels', 'upscale_factor', 'upscale_factor'] }]
})
/**
 * Source of endpoints and prices per megapixel of the result, which fal reports: fal.ai, the
 * `llms.txt` of each endpoint, November 2026.
 */
const COSTS: VendorCosts = {
  'fal-ai/clarity-upscaler': megapixel(0.03),
  'fal-ai/seedvr/upscale/image': megapixel(0.001)
}

const images = falAction<typeof upscale, 'images'>({
  costs: COSTS,
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
    const { url, width, height } = answerFile(answer, 'image')
    return [
      {
        values: {
          model,
          ...numberEntry('image_width', width),
          ...numberEntry('image_height', height)
        },
        files: { image_url: { url } }
      }
    ]
  }
})

export const upscaleFal: VendorService = { images }
