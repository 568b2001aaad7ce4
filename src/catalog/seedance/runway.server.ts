import type { seedance } from '#catalog/seedance/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { videoOutput } from '#providers/fal-request.ts'
import { RUNWAY_COSTS, runwayCredits } from '#providers/runway.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** Runway names a resolution and a ratio by their pixels. Source: `@runwayml/sdk` 4.20.1. */
const SIZES = {
  '480p': {
    '16:9': '854:480',
    '9:16': '480:854',
    '1:1': '640:640',
    '4:3': '752:560',
    '3:4': '560:752',
    '21:9': '992:432'
  },
  '720p': {
    '16:9': '1280:720',
    '9:16': '720:1280',
    '1:1': '960:960',
    '4:3': '1112:834',
    '3:4': '834:1112',
    '21:9': '1470:630'
  },
  '1080p': {
    '16:9': '1920:1080',
    '9:16': '1080:1920',
    '1:1': '1440:1440',
    '4:3': '1664:1248',
    '3:4': '1248:1664',
    '21:9': '2206:946'
  }
} as const

/**
 * Runway has no size that follows a first image. Its prices of Seedance 2.0 are above ours, so it
 * serves only 2.5.
 */
const videos = vendorAction<typeof seedance, 'videos'>({
  models: ['seedance2_5'],
  costs: RUNWAY_COSTS,
  units: runwayCredits,
  fields: [
    'prompt',
    'reference_image_urls',
    'model',
    'aspect_ratio',
    'resolution',
    'duration',
    'generate_audio'
  ],
  cannot: [{ when: { not: { field: 'model', is: 'seedance-2.5' } }, field: 'model' }],
  request({ values }) {
    const { prompt, resolution, duration, generate_audio: audio, aspect_ratio = '16:9' } = values
    const shown = values.reference_image_urls
    return {
      path: 'v1/text_to_video',
      body: {
        model: 'seedance2_5',
        promptText: prompt,
        duration,
        audio,
        ratio: SIZES[resolution][aspect_ratio],
        ...(shown && { references: shown.map(uri => ({ uri })) })
      }
    }
  },
  outputs: (answer, { prompt, model, resolution, duration }) => [
    videoOutput(answer, { prompt, model, resolution, duration })
  ]
})

export const seedanceRunway: VendorService = { videos }
