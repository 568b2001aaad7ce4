import { flux } from '#catalog/flux/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { imageUrlOutputs } from '#providers/image-addresses.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/**
 * Models that Replicate keeps running and sells by the image. Source: replicate.com/pricing, and
 * the schema of Schnell in replicate.com/docs, as public copies of May 2026 have them.
 */
const MODELS = {
  'flux-schnell': 'black-forest-labs/flux-schnell',
  'flux-dev': 'black-forest-labs/flux-dev'
} as const

const { options: RATIOS } = flux.actions.images.fields.size

/** Replicate's names of the fields that multiply a price. */
const EACH = ['num_outputs'] as const

const images = vendorAction<typeof flux, 'images'>({
  costs: {
    [MODELS['flux-schnell']]: { list: [{ dollars: 0.003, times: EACH }] },
    [MODELS['flux-dev']]: { list: [{ dollars: 0.025, times: EACH }] }
  },
  fields: ['prompt', 'model', 'size', 'count', 'seed'],
  cannot: [
    { when: { not: { field: 'model', in: Object.keys(MODELS) } }, field: 'model' },
    { when: { not: { field: 'size', in: RATIOS } }, field: 'size' }
  ],
  request: ({ values: { prompt, model, size, count, seed } }) => ({
    path: MODELS[model as keyof typeof MODELS],
    body: {
      prompt,
      aspect_ratio: size,
      num_outputs: count ?? 1,
      output_format: 'jpg',
      ...(seed !== undefined && { seed })
    }
  }),
  outputs: ({ output }, { prompt }) => imageUrlOutputs(output ?? [], { prompt })
})

export const fluxReplicate: VendorService = { images }
