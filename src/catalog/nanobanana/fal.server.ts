import type { nanobanana } from '#catalog/nanobanana/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { falAction, falRequest, imageOutputs } from '#providers/fal-request.ts'

type Values = ActionValues<typeof nanobanana, 'images'>

function request({
  prompt,
  model,
  image_urls,
  aspect_ratio,
  resolution,
  count
}: Values): VendorRequest {
  const common = {
    prompt,
    aspect_ratio,
    resolution,
    num_images: count,
    output_format: 'jpeg'
  } as const
  const isPro = model === 'nano-banana-pro'
  if (image_urls === undefined)
    return falRequest(isPro ? 'fal-ai/nano-banana-pro' : 'fal-ai/nano-banana-2.1', common)
  return falRequest(isPro ? 'fal-ai/nano-banana-pro/edit' : 'fal-ai/nano-banana-2.1/edit', {
    ...common,
    image_urls: [...image_urls]
  })
}

const images = falAction<typeof nanobanana, 'images'>({
  fields: ['action', 'prompt', 'image_urls', 'model', 'aspect_ratio', 'resolution', 'count'],
  cannot: [{ when: { field: 'model', is: 'nano-banana-2-lite' }, field: 'model' }],
  request: ({ values }) => request(values),
  outputs: (answer, { prompt, model }) => imageOutputs(answer, { prompt, model })
})

export const nanobananaFal: VendorService = { images }
