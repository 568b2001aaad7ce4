import type { erase } from '#catalog/erase/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { answerFiles, falAction, falRequest, numberEntry } from '#providers/fal-request.ts'

const EACH = { list: [{ dollars: 0.04 }] } as const
/** Source of endpoints and their price: fal.ai, the `llms.txt` of each, November 2026. */
const COSTS = { 'fal-ai/bria/eraser': EACH, 'fal-ai/bria/genfill': EACH }

const images = falAction<typeof erase, 'images'>({
  costs: COSTS,
  fields: ['image_url', 'mask_url', 'prompt'],
  request: ({ values: { image_url, mask_url, prompt } }) =>
    prompt === undefined
      ? falRequest('fal-ai/bria/eraser', { image_url, mask_url, mask_type: 'manual' })
      : falRequest('fal-ai/bria/genfill', { image_url, mask_url, prompt, num_images: 1 }),
  outputs: (answer, { prompt = '' }) =>
    [...answerFiles(answer, 'image'), ...answerFiles(answer, 'images')].map(
      ({ url, width, height }) => ({
        values: {
          prompt,
          ...numberEntry('image_width', width),
          ...numberEntry('image_height', height)
        },
        files: { image_url: { url } }
      })
    )
})

export const eraseFal: VendorService = { images }
