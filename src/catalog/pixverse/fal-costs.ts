import type { VendorCosts } from '#core/vendor-cost.ts'

/** Eight seconds cost twice as much as five. */
const LONG = { field: 'duration', is: '8' } as const
const at = (resolution: string, dollars: number) => {
  const size = { field: 'resolution', is: resolution } as const
  return [
    { when: { all: [size, LONG] }, dollars: dollars * 2 },
    { when: size, dollars }
  ]
}
const VIDEO: VendorCosts[string] = {
  list: [...at('1080p', 0.4), ...at('720p', 0.2), { when: LONG, dollars: 0.3 }, { dollars: 0.15 }]
}

const SOUNDS = { field: 'generate_audio_switch', is: true } as const
const second = (resolution: string, silent: number, loud: number) => {
  const size = { field: 'resolution', is: resolution } as const
  return [
    { when: { all: [size, SOUNDS] }, dollars: loud, times: ['duration'] },
    { when: size, dollars: silent, times: ['duration'] }
  ]
}
const SIXTH: VendorCosts[string] = {
  list: [
    ...second('360p', 0.025, 0.035),
    ...second('540p', 0.035, 0.045),
    ...second('720p', 0.045, 0.06),
    ...second('1080p', 0.09, 0.115)
  ]
}

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026. No page with a price
 * was found for v4 to v5.6.
 */
export const PIXVERSE_COSTS: VendorCosts = {
  'fal-ai/pixverse/v3.5/text-to-video': VIDEO,
  'fal-ai/pixverse/v3.5/image-to-video': VIDEO,
  'fal-ai/pixverse/extend': VIDEO,
  'fal-ai/pixverse/v6/text-to-video': SIXTH,
  'fal-ai/pixverse/v6/image-to-video': SIXTH
}
