import { NANOBANANA_FAL_COSTS } from '#catalog/nanobanana/costs.ts'
import type { nanobanana } from '#catalog/nanobanana/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { answerFiles, falAction, falRequest, numbered } from '#providers/fal-request.ts'

type Values = ActionValues<typeof nanobanana, 'images'>

function request({
  prompt,
  model,
  image_urls,
  aspect_ratio,
  resolution,
  count
}: Values): VendorRequest {
  const common = { prompt, aspect_ratio, num_images: count, output_format: 'jpeg' } as const
  const finer = { ...common, resolution }
  if (image_urls === undefined) {
    if (model === 'nano-banana-2') return falRequest('fal-ai/nano-banana-2', finer)
    return model === 'nano-banana-pro'
      ? falRequest('fal-ai/nano-banana-pro', finer)
      : falRequest('fal-ai/nano-banana', common)
  }
  const pictures = { image_urls: [...image_urls] }
  if (model === 'nano-banana-2')
    return falRequest('fal-ai/nano-banana-2/edit', { ...finer, ...pictures })
  if (model === 'nano-banana-pro')
    return falRequest('fal-ai/nano-banana-pro/edit', { ...finer, ...pictures })
  return falRequest('fal-ai/nano-banana/edit', { ...common, ...pictures })
}

const images = falAction<typeof nanobanana, 'images'>({
  costs: NANOBANANA_FAL_COSTS,
  fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution', 'count'],
  cannot: [{ when: { field: 'model', is: 'nano-banana-2-lite' }, field: 'model' }],
  request: ({ values }) => request(values),
  outputs: (answer, { prompt, model }) =>
    answerFiles(answer, 'images').map(({ url, width, height }) => ({
      values: {
        prompt,
        model,
        ...numbered('image_width', width),
        ...numbered('image_height', height)
      },
      files: { image_url: { url } }
    }))
})

export const nanobananaFal: VendorService = { images }
