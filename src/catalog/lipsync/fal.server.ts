import type { lipsync } from '#catalog/lipsync/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile, numberEntry } from '#providers/fal-request.ts'

/**
 * Source of endpoints and prices: fal.ai, 2026. OmniHuman 1.5 costs $0.16 per second of audio,
 * Kling LipSync $0.014 per second of a video, in steps of five. A video has ten seconds at most.
 * Nobody measures it, so ten seconds are assumed.
 */
const COSTS: VendorCosts = {
  'fal-ai/bytedance/omnihuman/v1.5': {
    unit: 0.16,
    list: [{ dollars: 0.16, times: ['audio_url:seconds'] }]
  },
  'fal-ai/kling-video/lipsync/audio-to-video': { list: [{ dollars: 0.14 }] }
}

const videos = falAction<typeof lipsync, 'videos'>({
  costs: COSTS,
  fields: ['source', 'image_url', 'video_url', 'audio_url', 'prompt'],
  request: ({ values: { image_url, video_url, audio_url, prompt } }) =>
    image_url === undefined
      ? falRequest('fal-ai/kling-video/lipsync/audio-to-video', {
          video_url: video_url ?? '',
          audio_url
        })
      : falRequest('fal-ai/bytedance/omnihuman/v1.5', {
          image_url,
          audio_url,
          prompt,
          resolution: '720p'
        }),
  outputs: (answer, { prompt = '' }) => [
    {
      values: { prompt, ...numberEntry('duration', answer['duration']) },
      files: { video_url: { url: answerFile(answer, 'video').url } }
    }
  ]
})

export const lipsyncFal: VendorService = { videos }
