import type { VendorCosts } from '#core/vendor-cost.ts'

const VIDEO: VendorCosts[string] = { unit: 0.5, list: [{ dollars: 0.5 }] }
/** Six seconds. */
const PRO: VendorCosts[string] = { list: [{ dollars: 0.48 }] }

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026, and for Hailuo 02 Pro
 * a copy of its price list of October 2025. No price was found for the others.
 */
export const HAILUO_COSTS: VendorCosts = {
  'fal-ai/minimax/video-01': VIDEO,
  'fal-ai/minimax/video-01/image-to-video': VIDEO,
  'fal-ai/minimax/video-01-director/image-to-video': VIDEO,
  'fal-ai/minimax/hailuo-02/pro/text-to-video': PRO,
  'fal-ai/minimax/hailuo-02/pro/image-to-video': PRO
}
