import type { VendorCosts } from '#core/vendor-cost.ts'

/** Requests name no duration. The clips are then this long, in seconds. */
const [CLIP, OLD_CLIP] = [8, 5]

const FINEST = { field: 'resolution', is: '4k' } as const
const clip = (usual: number, finest: number): VendorCosts[string] => ({
  list: [{ when: FINEST, dollars: finest * CLIP }, { dollars: usual * CLIP }]
})
/** With audio, which is the default. */
const WHOLE = clip(0.4, 0.6)
const FAST = clip(0.15, 0.35)
const SECOND: VendorCosts[string] = { list: [{ dollars: 0.5 * OLD_CLIP }] }

/**
 * Prices for a second: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. No page
 * with a price was found for Veo 3.
 */
export const VEO_FAL_COSTS: VendorCosts = {
  'fal-ai/veo2': SECOND,
  'fal-ai/veo2/image-to-video': SECOND,
  'fal-ai/veo3.1': WHOLE,
  'fal-ai/veo3.1/image-to-video': WHOLE,
  'fal-ai/veo3.1/first-last-frame-to-video': WHOLE,
  'fal-ai/veo3.1/reference-to-video': WHOLE,
  'fal-ai/veo3.1/fast': FAST,
  'fal-ai/veo3.1/fast/image-to-video': FAST,
  'fal-ai/veo3.1/fast/first-last-frame-to-video': FAST
}

/**
 * Prices for a second: ai.google.dev, "Gemini API pricing", as two public comparisons of October
 * 2026 quote it.
 */
export const VEO_GEMINI_COSTS: VendorCosts = {
  'models/veo-3.1-generate-preview:predictLongRunning': {
    list: [
      { when: { field: 'parameters.resolution', is: '4k' }, dollars: 0.6 * CLIP },
      { dollars: 0.4 * CLIP }
    ]
  },
  'models/veo-3.1-fast-generate-preview:predictLongRunning': {
    list: [
      { when: { field: 'parameters.resolution', is: '4k' }, dollars: 0.3 * CLIP },
      { when: { field: 'parameters.resolution', is: '1080p' }, dollars: 0.12 * CLIP },
      { dollars: 0.1 * CLIP }
    ]
  }
}
