import type { VendorCosts } from '#core/vendor-cost.ts'

const video = (dollars: number): VendorCosts[string] => ({
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: dollars * 4 },
    { when: { field: 'resolution', is: '720p' }, dollars: dollars * 2 },
    { dollars }
  ]
})
/** The price at 540p; 720p costs twice and 1080p four times as much. */
const VIDEO = video(0.5)
const FLASH = video(0.2)

/** Ray 3.2 costs less from an image than from a text. */
const FROM_IMAGE = {
  list: [
    { when: { field: 'resolution', is: '1080p' }, dollars: 1.2 },
    { when: { field: 'resolution', is: '720p' }, dollars: 0.3 },
    { dollars: 0.15 }
  ]
} satisfies VendorCosts[string]

/**
 * Prices for five seconds, and for a second of a changed video, which fal reports: fal's price list
 * and the pages of these endpoints, 2026.
 */
export const LUMA_COSTS: VendorCosts = {
  'fal-ai/luma-dream-machine/ray-2': VIDEO,
  'fal-ai/luma-dream-machine/ray-2/image-to-video': VIDEO,
  'fal-ai/luma-dream-machine/ray-2-flash': FLASH,
  'fal-ai/luma-dream-machine/ray-2-flash/image-to-video': FLASH,
  'fal-ai/luma-dream-machine/ray-2-flash/modify': { unit: 0.12 },
  'fal-ai/luma-dream-machine/ray-2-flash/reframe': { unit: 0.06 },
  'fal-ai/luma-dream-machine/ray-2/reframe': { unit: 0.2 },
  'luma/agent/ray/v3.2/text-to-video': VIDEO,
  'luma/agent/ray/v3.2/image-to-video': FROM_IMAGE,
  'luma/agent/ray/v3.2/reframe': { unit: 0.06 }
}
