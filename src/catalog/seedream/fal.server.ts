import type { seedream } from '#catalog/seedream/service.ts'
import type { FieldValues } from '#core/condition.ts'
import { recordAt } from '#core/json.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
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

const flat = (dollars: number): VendorCosts[string] => ({
  list: [{ dollars, times: ['num_images'] }]
})
const PRO: VendorCosts[string] = {
  dollars({ image_size, image_urls, num_images }: FieldValues) {
    const { width, height } = recordAt({ image_size: image_size ?? null }, 'image_size')
    // With `auto_2K` the vendor chooses the size. It is not a number here, so the higher price
    // counts.
    const isSmall = Number(width) * Number(height) <= 2_359_296
    const more = Array.isArray(image_urls) ? Math.max(0, image_urls.length - 1) : 0
    return (isSmall ? 0.0675 : 0.135) * Number(num_images) + 0.0045 * more
  }
}
/**
 * Prices for an image, and for each image of an edit but the first: fal's pages of these endpoints,
 * `fal.ai/models/…/llms.txt`, July to October 2026.
 */
const COSTS: VendorCosts = {
  'bytedance/seedream/v5/pro/text-to-image': PRO,
  'bytedance/seedream/v5/pro/edit': PRO,
  'bytedance/seedream/v5/flash/text-to-image': flat(0.027),
  'bytedance/seedream/v5/flash/edit': flat(0.027),
  'fal-ai/bytedance/seedream/v4.5/text-to-image': flat(0.04),
  'fal-ai/bytedance/seedream/v4.5/edit': flat(0.04)
}

const images = falAction<typeof seedream, 'images'>({
  costs: COSTS,
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
