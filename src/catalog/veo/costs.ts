import type { VendorCosts } from '#core/vendor-cost.ts'

/** Length of a clip in seconds, since requests contain no duration. */
const CLIP = 8
/** The seconds that an extension adds. */
const MORE = 7

const FINEST = { field: 'resolution', is: '4k' } as const
const clip = (usual: number, finest: number): VendorCosts[string] => ({
  list: [{ when: FINEST, dollars: finest * CLIP }, { dollars: usual * CLIP }]
})
/** The prices with audio, which is the default. */
const WHOLE = clip(0.4, 0.6)
const FAST = clip(0.15, 0.35)
const LITE: VendorCosts[string] = {
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: 0.08 * CLIP },
    { dollars: 0.05 * CLIP }
  ]
}

/**
 * Prices for a second: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. Lite
 * and the length of an extension are of October 2026.
 */
export const VEO_FAL_COSTS: VendorCosts = {
  'fal-ai/veo3.1': WHOLE,
  'fal-ai/veo3.1/image-to-video': WHOLE,
  'fal-ai/veo3.1/first-last-frame-to-video': WHOLE,
  'fal-ai/veo3.1/reference-to-video': WHOLE,
  'fal-ai/veo3.1/fast': FAST,
  'fal-ai/veo3.1/fast/image-to-video': FAST,
  'fal-ai/veo3.1/fast/first-last-frame-to-video': FAST,
  'fal-ai/veo3.1/lite': LITE,
  'fal-ai/veo3.1/lite/image-to-video': LITE,
  'fal-ai/veo3.1/lite/first-last-frame-to-video': LITE,
  'fal-ai/veo3.1/extend-video': { list: [{ dollars: 0.4 * MORE }] },
  'fal-ai/veo3.1/fast/extend-video': { list: [{ dollars: 0.15 * MORE }] }
}
