import type { VendorCosts } from '#core/vendor-cost.ts'

const VIDEO: VendorCosts[string] = { unit: 0.5, list: [{ dollars: 0.5 }] }
/** The price of six seconds. */
const PRO: VendorCosts[string] = { list: [{ dollars: 0.48 }] }
const STANDARD: VendorCosts[string] = { list: [{ dollars: 0.27 }] }
const H3: VendorCosts[string] = { list: [{ dollars: 0.36 }] }

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026, and for Hailuo 02 Pro
 * a copy of its price list of October 2025. H3 is of October 2026. No price was found for Hailuo
 * 2.3, which other sellers price like Hailuo 02.
 */
export const HAILUO_COSTS: VendorCosts = {
  'fal-ai/minimax/video-01': VIDEO,
  'fal-ai/minimax/video-01/image-to-video': VIDEO,
  'fal-ai/minimax/video-01-director/image-to-video': VIDEO,
  'fal-ai/minimax/hailuo-02/pro/text-to-video': PRO,
  'fal-ai/minimax/hailuo-02/pro/image-to-video': PRO,
  'fal-ai/minimax/hailuo-02/standard/text-to-video': STANDARD,
  'fal-ai/minimax/hailuo-02/standard/image-to-video': STANDARD,
  'minimax/h3/text-to-video': H3,
  'minimax/h3/image-to-video': H3
}
