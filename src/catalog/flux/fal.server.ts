import { FLUX_COSTS } from '#catalog/flux/fal-costs.ts'
import type { flux } from '#catalog/flux/service.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { sizeForRatio } from '#media/ratio-size.ts'
import { answerFiles, falAction, falRequest, numberEntry } from '#providers/fal-request.ts'

type Values = ActionValues<typeof flux, 'images'>

/** Pixels of an image whose size is given as a ratio. */
const PIXELS = 1_048_576

/** Models that make one image per request. */
const SINGLE = ['flux-2-flex', 'flux-2-pro', 'flux-2-max', 'flux-3'] as const

const GENERATES = {
  'flux-schnell': 'fal-ai/flux/schnell',
  'flux-dev': 'fal-ai/flux/dev',
  'flux-pro': 'fal-ai/flux-pro/new',
  'flux-pro-1.1': 'fal-ai/flux-pro/v1.1',
  'flux-2-klein': 'fal-ai/flux-2/klein/9b',
  'flux-2-flex': 'fal-ai/flux-2-flex',
  'flux-2-pro': 'fal-ai/flux-2-pro',
  'flux-2-max': 'fal-ai/flux-2-max'
} as const

const BY_RATIO = {
  'flux-pro-1.1-ultra': 'fal-ai/flux-pro/v1.1-ultra',
  'flux-kontext-pro': 'fal-ai/flux-pro/kontext/text-to-image',
  'flux-kontext-max': 'fal-ai/flux-pro/kontext/max/text-to-image'
} as const

const EDITS = {
  'flux-kontext-pro': 'fal-ai/flux-pro/kontext',
  'flux-kontext-max': 'fal-ai/flux-pro/kontext/max'
} as const

/** Edits by the models of the second generation. Source: `fal.ai/models`, November 2026. */
const SECOND_EDITS = {
  'flux-2-flex': 'fal-ai/flux-2-flex/edit',
  'flux-2-pro': 'fal-ai/flux-2-pro/edit',
  'flux-2-max': 'fal-ai/flux-2-max/edit',
  'flux-2-klein': 'fal-ai/flux-2/klein/9b/edit'
} as const

type Ratio = '21:9' | '16:9' | '4:3' | '3:2' | '1:1' | '2:3' | '3:4' | '9:16' | '9:21'

function request({ prompt, model, size, image_url, count, seed }: Values): VendorRequest {
  const common = { prompt, seed, output_format: 'jpeg' } as const
  // `cannot` below refuses sizes that these models do not support.
  const aspect_ratio = size as Ratio
  if (model === 'flux-3') {
    const input = { prompt, aspect_ratio, resolution: '1k', output_format: 'jpeg' } as const
    return image_url === undefined
      ? falRequest('blackforestlabs/flux-3/text-to-image', input)
      : falRequest('blackforestlabs/flux-3/edit-image', { ...input, image_urls: [image_url] })
  }
  if (image_url !== undefined && (model === 'flux-kontext-pro' || model === 'flux-kontext-max'))
    return falRequest(EDITS[model], { ...common, image_url, aspect_ratio })
  if (
    model === 'flux-pro-1.1-ultra' ||
    model === 'flux-kontext-pro' ||
    model === 'flux-kontext-max'
  )
    return falRequest(BY_RATIO[model], { ...common, aspect_ratio, num_images: count })
  const image_size = sizeForRatio(size, PIXELS)
  if (image_url !== undefined)
    return falRequest(SECOND_EDITS[model as keyof typeof SECOND_EDITS], {
      ...common,
      image_size,
      image_urls: [image_url]
    })
  if (model === 'flux-2-flex' || model === 'flux-2-pro' || model === 'flux-2-max')
    return falRequest(GENERATES[model], { ...common, image_size })
  return falRequest(GENERATES[model], { ...common, image_size, num_images: count })
}

const images = falAction<typeof flux, 'images'>({
  costs: FLUX_COSTS,
  fields: ['action', 'prompt', 'image_url', 'model', 'size', 'count', 'seed'],
  cannot: [
    {
      when: {
        all: [
          { field: 'model', in: Object.keys(BY_RATIO) },
          { field: 'size', in: ['5:4', '4:5'] }
        ]
      },
      field: 'size'
    },
    {
      when: {
        all: [
          { field: 'model', is: 'flux-3' },
          { field: 'size', is: '9:21' }
        ]
      },
      field: 'size'
    },
    {
      when: {
        all: [
          { field: 'model', is: 'flux-3' },
          { field: 'seed', given: true }
        ]
      },
      field: 'seed'
    },
    // Repeated requests with the same seed would return the same image.
    {
      when: {
        all: [
          { field: 'model', in: SINGLE },
          { field: 'seed', given: true },
          { field: 'count', in: [2, 3, 4] }
        ]
      },
      field: 'seed'
    }
  ],
  alike: ({ model, count = 1 }) => (SINGLE.some(each => each === model) ? count : 1),
  request: ({ values }) => request(values),
  outputs(answer, { prompt }) {
    const [blackened, told] = [answer['has_nsfw_concepts'], numberEntry('seed', answer['seed'])]
    const timings = answer['timings']
    const all = answerFiles(answer, 'images')
    const shown = all.filter((_, at) => !Array.isArray(blackened) || blackened[at] !== true)
    if (all.length > 0 && shown.length === 0)
      throw new Problem('forbidden', { detail: 'the vendor’s moderation refused this' })
    return shown.map(({ url }) => ({
      values: { prompt, ...told, ...(timings != null && { timings }) },
      files: { image_url: { url } }
    }))
  }
})

export const fluxFal: VendorService = { images }
