import { GPT_IMAGE_COSTS } from '#catalog/gptimage/fal-costs.ts'
import type { gptimage } from '#catalog/gptimage/service.ts'
import { GPT_IMAGE_PIXELS } from '#catalog/gptimage/sizes.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { falAction, falRequest, imageOutputs } from '#providers/fal-request.ts'

const GENERATES = {
  'gpt-image-2.5-flare': 'openai/gpt-image-2.5/flare/text-to-image',
  'gpt-image-2.5-sunburst': 'openai/gpt-image-2.5/sunburst/text-to-image'
} as const

const EDITS = {
  'gpt-image-2.5-flare': 'openai/gpt-image-2.5/flare/edit',
  'gpt-image-2.5-sunburst': 'openai/gpt-image-2.5/sunburst/edit'
} as const

const images = falAction<typeof gptimage, 'images'>({
  costs: GPT_IMAGE_COSTS,
  // fal takes a mask, but does not say which of its parts change.
  fields: [
    'action',
    'prompt',
    'image_urls',
    'model',
    'aspect_ratio',
    'quality',
    'resolution',
    'count',
    'transparent'
  ],
  request({ values }) {
    const { prompt, image_urls, model, aspect_ratio, quality, resolution, transparent } = values
    const common = {
      prompt,
      quality,
      num_images: values.count,
      background: transparent ? 'transparent' : 'auto',
      output_format: transparent ? 'png' : 'jpeg'
    } as const
    if (image_urls === undefined)
      return falRequest(GENERATES[model], {
        ...common,
        image_size: sizeForRatio(aspect_ratio ?? '1:1', GPT_IMAGE_PIXELS[resolution])
      })
    return falRequest(EDITS[model], {
      ...common,
      image_urls: [...image_urls],
      image_size:
        aspect_ratio === undefined
          ? 'auto'
          : sizeForRatio(aspect_ratio, GPT_IMAGE_PIXELS[resolution])
    })
  },
  outputs: (answer, { prompt, model }) => imageOutputs(answer, { prompt, model })
})

export const gptimageFal: VendorService = { images }
