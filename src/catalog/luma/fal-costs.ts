import type { VendorCosts } from '#core/vendor-cost.ts'

/** 540p; 720p costs twice and 1080p four times as much. */
const VIDEO: VendorCosts[string] = {
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: 2 },
    { when: { field: 'resolution', is: '720p' }, dollars: 1 },
    { dollars: 0.5 }
  ]
}

/** Prices for five seconds: fal's price list and the pages of these endpoints, 2026. */
export const LUMA_COSTS: VendorCosts = {
  'fal-ai/luma-dream-machine/ray-2': VIDEO,
  'fal-ai/luma-dream-machine/ray-2/image-to-video': VIDEO
}
