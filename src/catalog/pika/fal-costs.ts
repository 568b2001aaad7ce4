import type { VendorCosts } from '#core/vendor-cost.ts'

const video = (dollars: number): VendorCosts[string] => ({ unit: dollars, list: [{ dollars }] })

const SECOND: VendorCosts[string] = {
  list: [{ when: { field: 'resolution', is: '1080p' }, dollars: 0.45 }, { dollars: 0.2 }]
}

/** Prices for a video: fal's price list, 2026. No price was found for the other endpoints. */
export const PIKA_COSTS: VendorCosts = {
  'fal-ai/pika/v2/turbo/text-to-video': video(0.2),
  'fal-ai/pika/v2/turbo/image-to-video': video(0.2),
  'fal-ai/pika/v2.2/text-to-video': SECOND,
  'fal-ai/pika/v2.2/image-to-video': SECOND,
  'fal-ai/pika/v2.1/text-to-video': video(0.4),
  'fal-ai/pika/v2.1/image-to-video': video(0.4),
  'fal-ai/pika/v1.5/pikaffects': video(0.465)
}
