import { KLING_API_COSTS } from '#catalog/kling/kling-costs.ts'
import type { lipsync } from '#catalog/lipsync/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { base64OrUrl } from '#providers/data-address.ts'
import { answerFile } from '#providers/fal-request.ts'
import { klingUnits } from '#providers/kling.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/**
 * Kling's avatars speak from an image. To move the lips in a video, Kling needs two jobs, so it is
 * not offered.
 */
const videos = vendorAction<typeof lipsync, 'videos'>({
  costs: KLING_API_COSTS,
  units: klingUnits,
  fields: ['source', 'image_url', 'audio_url', 'prompt'],
  cannot: [{ when: { field: 'source', is: 'video' }, field: 'source' }],
  request: ({ values: { image_url = '', audio_url, prompt } }) => ({
    path: 'v1/videos/avatar/image2video',
    body: {
      image: base64OrUrl(image_url),
      sound_file: base64OrUrl(audio_url),
      mode: 'std',
      ...(prompt !== undefined && { prompt })
    }
  }),
  outputs(answer, { prompt = '' }) {
    const { url, duration } = answerFile(answer, 'video')
    const seconds = Number(duration)
    const told = { prompt, ...(Number.isFinite(seconds) && { duration: seconds }) }
    return [{ values: told, files: { video_url: { url } } }]
  }
})

export const lipsyncKling: VendorService = { videos }
