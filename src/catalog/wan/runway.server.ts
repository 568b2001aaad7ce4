import type { wan } from '#catalog/wan/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { videoOutput } from '#providers/fal-request.ts'
import { RUNWAY_COSTS, runwayCredits } from '#providers/runway.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** Runway names a resolution and a ratio by their pixels. Source: `@runwayml/sdk` 4.20.1. */
const SIZES = {
  '480p': {
    '16:9': '832:480',
    '9:16': '480:832',
    '1:1': '624:624',
    '4:3': '720:544',
    '3:4': '544:720'
  },
  '720p': {
    '16:9': '1280:720',
    '9:16': '720:1280',
    '1:1': '960:960',
    '4:3': '1104:832',
    '3:4': '832:1104'
  },
  '1080p': {
    '16:9': '1920:1080',
    '9:16': '1080:1920',
    '1:1': '1440:1440',
    '4:3': '1648:1248',
    '3:4': '1248:1648'
  }
} as const

const videos = vendorAction<typeof wan, 'videos'>({
  models: ['wan3'],
  costs: RUNWAY_COSTS,
  units: runwayCredits,
  fields: [
    'prompt',
    'start_image_url',
    'end_image_url',
    'reference_image_urls',
    'model',
    'aspect_ratio',
    'resolution',
    'duration',
    'generate_audio'
  ],
  request({ values }) {
    const { prompt, resolution, duration, generate_audio: audio, aspect_ratio = '16:9' } = values
    const { start_image_url: first, end_image_url: last, reference_image_urls: shown } = values
    const common = { model: 'wan3', promptText: prompt, duration, audio }
    if (first === undefined)
      return {
        path: 'v1/text_to_video',
        body: {
          ...common,
          ratio: SIZES[resolution][aspect_ratio],
          ...(shown && { references: shown.map(uri => ({ uri })) })
        }
      }
    const frames = Object.entries({ first, last }).flatMap(([position, uri]) =>
      uri === undefined ? [] : [{ uri, position }]
    )
    return {
      path: 'v1/image_to_video',
      body: { ...common, promptImage: frames, ratio: `auto_${resolution}` }
    }
  },
  outputs: (answer, { prompt, model, resolution, duration }) => [
    videoOutput(answer, { prompt, model, resolution, duration })
  ]
})

export const wanRunway: VendorService = { videos }
