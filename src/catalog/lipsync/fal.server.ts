import type { lipsync } from '#catalog/lipsync/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, fileIn, numbered } from '#providers/fal-request.ts'

/**
 * Source of endpoints and prices: fal.ai, 2026. OmniHuman 1.5 costs $0.16 per second of audio, Kling
 * LipSync $0.014 per second of a video of at most ten seconds.
 */
const videos = falAction<typeof lipsync, 'videos'>({
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
      values: { prompt, ...numbered('duration', answer['duration']) },
      files: { video_url: { url: fileIn(answer, 'video').url } }
    }
  ]
})

export const lipsyncFal: VendorService = { videos }
