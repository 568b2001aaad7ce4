import type { VendorCosts } from '#core/vendor-cost.ts'

const VIDEO: VendorCosts[string] = { unit: 0.5, list: [{ dollars: 0.5 }] }

/** Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. */
export const HAILUO_COSTS: VendorCosts = {
  'fal-ai/minimax/video-01': VIDEO,
  'fal-ai/minimax/video-01/image-to-video': VIDEO,
  'fal-ai/minimax/video-01-director/image-to-video': VIDEO
}
