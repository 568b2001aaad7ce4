import type { Condition } from '#core/condition.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'

type Rule = NonNullable<VendorCosts[string]['list']>[number]

const SOUND: Condition = { field: 'sound', is: 'on' }
const PRO: Condition = { field: 'mode', is: 'pro' }
const LARGE: Condition = { field: 'mode', is: '4k' }
const THIRD: Condition = { field: 'model_name', is: 'kling-v3' }
const FILMED: Condition = { field: 'video_list', given: true }

const second = (dollars: number, ...all: Condition[]): Rule => ({
  when: { all },
  dollars,
  times: ['duration']
})

/** Dollars per unit. Kling reports the cost of a video in units. */
const UNIT = 0.14

const PLAIN = {
  unit: UNIT,
  list: [
    second(0.42, LARGE),
    second(0.168, THIRD, PRO, SOUND),
    second(0.126, THIRD, SOUND),
    second(0.112, THIRD, PRO),
    second(0.084, THIRD),
    second(0.14, SOUND),
    second(0.07, PRO),
    second(0.042)
  ]
}

/**
 * Prices of a second by Kling's own API: kling.ai/document-api, "Pricing", as public copies of
 * August to October 2026 have them. Packages and accounts may have discounts.
 */
export const KLING_API_COSTS: VendorCosts = {
  'v1/videos/text2video': PLAIN,
  'v1/videos/image2video': PLAIN,
  'v1/videos/omni-video': {
    unit: UNIT,
    list: [
      second(0.42, LARGE),
      second(0.168, FILMED, PRO),
      second(0.126, FILMED),
      second(0.14, PRO, SOUND),
      second(0.112, SOUND),
      second(0.112, PRO),
      second(0.084)
    ]
  },
  'v1/videos/avatar/image2video': { unit: UNIT }
}
