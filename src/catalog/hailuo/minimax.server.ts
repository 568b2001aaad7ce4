import type { hailuo } from '#catalog/hailuo/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { videoOutput } from '#providers/fal-request.ts'
import { vendorAction } from '#providers/vendor-action.ts'
import type { ActionValues } from '#core/service.ts'

type Values = ActionValues<typeof hailuo, 'videos'>

/** Seconds of a video. */
const SECONDS = 6

const OLDER = 'v1/video_generation'
const NEWER = 'v2/video_generation'

const MODELS = {
  'hailuo-2.3': { model: 'MiniMax-Hailuo-2.3', resolution: '768P' },
  'hailuo-2.3-pro': { model: 'MiniMax-Hailuo-2.3', resolution: '1080P' },
  'hailuo-02': { model: 'MiniMax-Hailuo-02', resolution: '768P' },
  'hailuo-02-pro': { model: 'MiniMax-Hailuo-02', resolution: '1080P' },
  'minimax-t2v': { model: 'T2V-01', resolution: '720P' },
  'minimax-i2v': { model: 'I2V-01', resolution: '720P' },
  'minimax-i2v-director': { model: 'I2V-01-Director', resolution: '720P' }
} as const

/**
 * Prices of six seconds, and of a second of H3: platform.minimax.io, "Pay as You Go", as public
 * copies of October 2026 have it. That page has no price of the 01 models.
 */
const COSTS: VendorCosts = {
  [OLDER]: {
    list: [
      { when: { field: 'resolution', is: '1080P' }, dollars: 0.49 },
      { when: { field: 'resolution', is: '768P' }, dollars: 0.28 }
    ]
  },
  [NEWER]: { list: [{ dollars: 0.08, times: ['duration'] }] }
}

function request({ prompt = '', model, first_image_url, last_image_url }: Values): VendorRequest {
  if (model !== 'minimax-h3')
    return {
      path: OLDER,
      body: {
        ...MODELS[model],
        prompt,
        duration: SECONDS,
        ...(first_image_url !== undefined && { first_frame_image: first_image_url }),
        ...(last_image_url !== undefined && { last_frame_image: last_image_url })
      }
    }
  const frames = { first_frame: first_image_url, last_frame: last_image_url }
  const shown = Object.entries(frames).flatMap(([role, url]) =>
    url === undefined ? [] : [{ type: 'image_url', image_url: { url }, role }]
  )
  return {
    path: NEWER,
    body: {
      model: 'MiniMax-H3',
      content: [{ type: 'text', text: prompt }, ...shown],
      resolution: '768P',
      duration: SECONDS,
      // A video that begins with an image keeps the ratio of that image.
      ratio: shown.length === 0 ? '16:9' : 'adaptive'
    }
  }
}

const videos = vendorAction<typeof hailuo, 'videos'>({
  models: [...new Set(Object.values(MODELS).map(({ model }) => model)), 'MiniMax-H3'],
  costs: COSTS,
  fields: ['action', 'prompt', 'model', 'first_image_url', 'last_image_url'],
  request: ({ values }) => request(values),
  outputs: (answer, { prompt = '', model }) => [videoOutput(answer, { model, prompt })]
})

export const hailuoMinimax: VendorService = { videos }
