import type { ideogram } from '#catalog/ideogram/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, imageOutputs, numberEntry } from '#providers/fal-request.ts'

type Values = ActionValues<typeof ideogram, 'images'>

/** The sizes of 1K that fal accepts for each ratio; those of 2K have twice the sides. */
const SIZES: Record<NonNullable<Values['aspect_ratio']>, readonly [number, number]> = {
  '1:1': [1024, 1024],
  '16:9': [1280, 720],
  '9:16': [720, 1280],
  '4:3': [1152, 864],
  '3:4': [864, 1152],
  '3:2': [1248, 832],
  '2:3': [832, 1248],
  '5:4': [1120, 896],
  '4:5': [896, 1120]
}

const IMAGE: VendorCosts[string] = {
  list: [
    { when: { field: 'quality', is: 'high' }, dollars: 0.22, times: ['num_images'] },
    { when: { field: 'quality', is: 'medium' }, dollars: 0.06, times: ['num_images'] },
    { dollars: 0.03, times: ['num_images'] }
  ]
}
/**
 * Prices by quality, whatever the size: fal's page of the model, its `llms.txt`, October 2026.
 * Ideogram's own list of 16 November has these prices for edits.
 */
const COSTS: VendorCosts = { 'ideogram/v4.5': IMAGE, 'ideogram/v4.5/edit': IMAGE }

const images = falAction<typeof ideogram, 'images'>({
  costs: COSTS,
  fields: [
    'action',
    'prompt',
    'image_urls',
    'mask_url',
    'model',
    'aspect_ratio',
    'resolution',
    'quality',
    'count',
    'seed'
  ],
  request({ values }) {
    const {
      prompt,
      quality,
      count: num_images,
      seed,
      mask_url,
      image_urls: [image_url, ...more] = []
    } = values
    const input = { prompt, quality, num_images, seed }
    if (image_url !== undefined)
      return falRequest('ideogram/v4.5/edit', {
        ...input,
        image_url,
        mask_url,
        reference_image_urls: more.length > 0 ? more : undefined,
        image_size: 'auto'
      })
    const [width, height] = SIZES[values.aspect_ratio ?? '1:1']
    const scale = values.resolution === '2K' ? 2 : 1
    const image_size = { width: width * scale, height: height * scale }
    return falRequest('ideogram/v4.5', { ...input, image_size })
  },
  outputs: (answer, { prompt, model }) =>
    imageOutputs(answer, { prompt, model, ...numberEntry('seed', answer['seed']) })
})

export const ideogramFal: VendorService = { images }
