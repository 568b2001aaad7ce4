import type { seedream } from '#catalog/seedream/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/picture.ts'
import { falAction, falRequest, imageOutputs } from '#providers/fal-request.ts'

/**
 * Pixels of an image. Seedream 5 accepts 1,048,576 to 4,194,304 and costs double above 2,359,296;
 * Seedream 4.5 accepts 3,686,400 to 16,777,216.
 */
const PIXELS = { '1K': 1_200_000, '2K': 4_000_000, '4K': 16_000_000 } as const

const GENERATES = {
  'seedream-5-pro': 'bytedance/seedream/v5/pro/text-to-image',
  'seedream-5-flash': 'bytedance/seedream/v5/flash/text-to-image'
} as const

const EDITS = {
  'seedream-5-pro': 'bytedance/seedream/v5/pro/edit',
  'seedream-5-flash': 'bytedance/seedream/v5/flash/edit'
} as const

const images = falAction<typeof seedream, 'images'>({
  fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution', 'count'],
  request({ values }) {
    const { prompt, image_urls, model, aspect_ratio, resolution, count: num_images } = values
    const image_size = sizeForRatio(aspect_ratio ?? '1:1', PIXELS[resolution])
    if (image_urls === undefined)
      return model === 'seedream-4.5'
        ? falRequest('fal-ai/bytedance/seedream/v4.5/text-to-image', {
            prompt,
            num_images,
            image_size
          })
        : falRequest(GENERATES[model], { prompt, num_images, image_size, output_format: 'jpeg' })
    const edit = {
      prompt,
      num_images,
      image_urls: [...image_urls],
      image_size: aspect_ratio === undefined ? ('auto_2K' as const) : image_size
    }
    return model === 'seedream-4.5'
      ? falRequest('fal-ai/bytedance/seedream/v4.5/edit', edit)
      : falRequest(EDITS[model], { ...edit, output_format: 'jpeg' })
  },
  outputs: (answer, { prompt, model }) => imageOutputs(answer, { prompt, model })
})

export const seedreamFal: VendorService = { images }
