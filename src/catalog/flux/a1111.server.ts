import type { flux } from '#catalog/flux/service.ts'
import { asRecord, type Json } from '#core/json.ts'
import type { VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { parseDataUrl } from '#providers/data-address.ts'
import { numberEntry } from '#providers/fal-request.ts'
import { inlineImage } from '#providers/inline-images.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** Pixels of an image whose size is given as a ratio. */
const PIXELS = 1_048_576

/** Steps of the models with open weights: Black Forest Labs' model cards. */
const STEPS = { 'flux-schnell': 4, 'flux-dev': 20, 'flux-2-klein': 4 } as const

/** Strength of an edit: 0 keeps the given image, 1 ignores it. */
const CHANGE = 0.75

const FREE = { list: [{ dollars: 0 }] } as const

const images = vendorAction<typeof flux, 'images'>({
  costs: { 'sdapi/v1/txt2img': FREE, 'sdapi/v1/img2img': FREE },
  fields: ['action', 'prompt', 'image_url', 'model', 'size', 'count', 'seed'],
  cannot: [{ when: { not: { field: 'model', in: Object.keys(STEPS) } }, field: 'model' }],
  request({ values: { prompt, image_url, model, size, count, seed } }) {
    const common = {
      model,
      prompt,
      ...sizeForRatio(size, PIXELS),
      batch_size: count ?? 1,
      steps: STEPS[model as keyof typeof STEPS],
      // These models were trained to draw without classifier-free guidance, and 1 turns it off.
      cfg_scale: 1,
      ...(seed !== undefined && { seed })
    }
    if (image_url === undefined) return { path: 'sdapi/v1/txt2img', body: common }
    const init_images = [parseDataUrl(image_url).base64]
    return {
      path: 'sdapi/v1/img2img',
      // The server crops an image of another ratio to this size.
      body: { ...common, init_images, denoising_strength: CHANGE, resize_mode: 1 }
    }
  },
  outputs({ images: drawn, info }, { prompt, count }) {
    const seeds = seedsIn(info)
    return (
      [drawn ?? []]
        .flat()
        .filter(each => typeof each === 'string')
        // Some servers put an overview of all images before the images themselves.
        .slice(-(count ?? 1))
        .map((base64, at) => inlineImage(base64, { prompt, ...numberEntry('seed', seeds[at]) }))
    )
  }
})

/** Reads the seeds of the images, in their order, from the JSON text that the server adds. */
function seedsIn(info: Json | undefined): readonly Json[] {
  try {
    const { all_seeds: seeds } = asRecord(JSON.parse(String(info)) as Json) ?? {}
    return Array.isArray(seeds) ? seeds : []
  } catch {
    return []
  }
}

export const fluxA1111: VendorService = { images }
