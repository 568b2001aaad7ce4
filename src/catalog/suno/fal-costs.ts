import type { VendorCosts } from '#core/vendor-cost.ts'

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. They are for a second
 * of audio, and fal reports the seconds. No price was found for Sonauto.
 */
export const SUNO_COSTS: VendorCosts = {
  'fal-ai/ace-step/audio-to-audio': { unit: 0.0002 },
  'fal-ai/demucs': { unit: 0.0007 }
}
