import type { VendorCosts } from '#core/vendor-cost.ts'

const COUNT = ['num_images'] as const
const FINEST = { field: 'resolution', is: '4K' } as const

const SIMPLE: VendorCosts[string] = { unit: 0.039, list: [{ dollars: 0.039, times: COUNT }] }
const PRO: VendorCosts[string] = {
  list: [
    { when: FINEST, dollars: 0.3, times: COUNT },
    { dollars: 0.15, times: COUNT }
  ]
}
/**
 * For Nano Banana 2.1, only the price of 1K was found. The steps to 2K and 4K are those of Nano
 * Banana 2.
 */
const SECOND: VendorCosts[string] = {
  list: [
    { when: FINEST, dollars: 0.16, times: COUNT },
    { when: { field: 'resolution', is: '2K' }, dollars: 0.12, times: COUNT },
    { dollars: 0.08, times: COUNT }
  ]
}

/** Prices for an image: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. */
export const NANOBANANA_FAL_COSTS: VendorCosts = {
  'fal-ai/nano-banana': SIMPLE,
  'fal-ai/nano-banana/edit': SIMPLE,
  'fal-ai/nano-banana-2': SECOND,
  'fal-ai/nano-banana-2/edit': SECOND,
  'fal-ai/nano-banana-2.1': SECOND,
  'fal-ai/nano-banana-2.1/edit': SECOND,
  'fal-ai/nano-banana-pro': PRO,
  'fal-ai/nano-banana-pro/edit': PRO
}

const SIZE = 'generationConfig.imageConfig.imageSize'

/**
 * Prices for an image: ai.google.dev, "Gemini API pricing", as public price tables of 2026 copy it.
 * Two pages differ about 4K of Nano Banana 2.1, and the higher price is here.
 */
export const NANOBANANA_GEMINI_COSTS: VendorCosts = {
  'models/gemini-2.5-flash-image:generateContent': { list: [{ dollars: 0.039 }] },
  'models/gemini-3.1-flash-lite-image:generateContent': { list: [{ dollars: 0.0336 }] },
  'models/gemini-nano-banana-2.1:generateContent': {
    list: [
      { when: { field: SIZE, is: '4K' }, dollars: 0.113 },
      { when: { field: SIZE, is: '2K' }, dollars: 0.0504 },
      { dollars: 0.0336 }
    ]
  },
  'models/gemini-3.1-flash-image:generateContent': {
    list: [{ when: { field: SIZE, is: '1K' }, dollars: 0.067 }]
  },
  'models/gemini-3-pro-image:generateContent': {
    list: [{ when: { field: SIZE, is: '4K' }, dollars: 0.24 }, { dollars: 0.156 }]
  }
}
