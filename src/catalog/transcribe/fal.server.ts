import { scribeOutputs } from '#catalog/transcribe/scribe.server.ts'
import type { transcribe } from '#catalog/transcribe/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest } from '#providers/fal-request.ts'

/** Source of the endpoint and its price of $0.03 per minute: fal.ai, its `llms.txt`, 2026. */
const COSTS: VendorCosts = {
  'fal-ai/elevenlabs/speech-to-text': {
    list: [{ dollars: 0.03 / 60, times: ['audio_url:seconds'] }]
  }
}

const texts = falAction<typeof transcribe, 'texts'>({
  costs: COSTS,
  fields: ['audio_url', 'language', 'subtitles'],
  request: ({ values: { audio_url, language } }) =>
    falRequest('fal-ai/elevenlabs/speech-to-text', {
      audio_url,
      language_code: language === 'auto' ? undefined : language,
      diarize: false,
      tag_audio_events: false
    }),
  outputs: scribeOutputs
})

export const transcribeFal: VendorService = { texts }
