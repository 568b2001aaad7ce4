import type { VendorCosts } from '#core/vendor-cost.ts'

const AUDIO = { field: 'generate_audio', is: true } as const
const perSecond = (silent: number, loud = silent): VendorCosts[string] => ({
  list: [
    { when: AUDIO, dollars: loud, times: ['duration'] },
    { dollars: silent, times: ['duration'] }
  ]
})

/** fal bills the seconds of the video from which the movements are taken, and reports them. */
const byUnit = (dollars: number): VendorCosts[string] => ({ unit: dollars })

/**
 * Prices: fal's pages of these endpoints, `fal.ai/models/…/llms.txt` of 2026, and for Kling 1.6 a
 * copy of its price list of October 2025. 4K and motion control are of April and October 2026. No
 * price was found for Kling 1, 1.5, 2 Master and most of O1.
 */
export const KLING_COSTS: VendorCosts = {
  'fal-ai/kling-video/v1.6/standard/text-to-video': perSecond(0.045),
  'fal-ai/kling-video/v1.6/standard/image-to-video': perSecond(0.045),
  'fal-ai/kling-video/v1.6/pro/text-to-video': perSecond(0.095),
  'fal-ai/kling-video/v1.6/pro/image-to-video': perSecond(0.095),
  'fal-ai/kling-video/v2.1/standard/image-to-video': perSecond(0.056),
  'fal-ai/kling-video/v2.1/master/text-to-video': perSecond(0.28),
  'fal-ai/kling-video/v2.1/master/image-to-video': perSecond(0.28),
  'fal-ai/kling-video/v2.5-turbo/standard/image-to-video': perSecond(0.042),
  'fal-ai/kling-video/v2.5-turbo/pro/text-to-video': perSecond(0.07),
  'fal-ai/kling-video/v2.5-turbo/pro/image-to-video': perSecond(0.07),
  'fal-ai/kling-video/v2.6/pro/text-to-video': perSecond(0.07, 0.14),
  'fal-ai/kling-video/v2.6/pro/image-to-video': perSecond(0.07, 0.14),
  'fal-ai/kling-video/v3/standard/text-to-video': perSecond(0.084, 0.126),
  'fal-ai/kling-video/v3/standard/image-to-video': perSecond(0.084, 0.126),
  'fal-ai/kling-video/v3/pro/text-to-video': perSecond(0.112, 0.168),
  'fal-ai/kling-video/v3/pro/image-to-video': perSecond(0.112, 0.168),
  'fal-ai/kling-video/o3/standard/text-to-video': perSecond(0.084, 0.112),
  'fal-ai/kling-video/o3/standard/image-to-video': perSecond(0.084, 0.112),
  'fal-ai/kling-video/o3/standard/reference-to-video': perSecond(0.084, 0.112),
  'fal-ai/kling-video/o3/pro/text-to-video': perSecond(0.112, 0.14),
  'fal-ai/kling-video/o3/pro/image-to-video': perSecond(0.112, 0.14),
  'fal-ai/kling-video/o3/pro/reference-to-video': perSecond(0.112, 0.14),
  'fal-ai/kling-video/o1/reference-to-video': perSecond(0.112),
  'fal-ai/kling-video/v3/4k/text-to-video': perSecond(0.42),
  'fal-ai/kling-video/v3/4k/image-to-video': perSecond(0.42),
  'fal-ai/kling-video/o3/4k/text-to-video': perSecond(0.42),
  'fal-ai/kling-video/o3/4k/image-to-video': perSecond(0.42),
  'fal-ai/kling-video/o3/4k/reference-to-video': perSecond(0.42),
  'fal-ai/kling-video/v2.6/standard/motion-control': byUnit(0.07),
  'fal-ai/kling-video/v2.6/pro/motion-control': byUnit(0.112),
  'fal-ai/kling-video/v3/standard/motion-control': byUnit(0.126),
  'fal-ai/kling-video/v3/pro/motion-control': byUnit(0.168)
}
