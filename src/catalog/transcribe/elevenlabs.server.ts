import { scribeOutputs } from '#catalog/transcribe/scribe.server.ts'
import type { transcribe } from '#catalog/transcribe/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/**
 * The price of a unit, which is an hour: ElevenLabs' price list, as a public copy of June 2026 has
 * it.
 */
const HOUR = { unit: 0.22 } as const

const texts = vendorAction<typeof transcribe, 'texts'>({
  models: ['scribe_v2'],
  costs: { 'speech-to-text': HOUR },
  units: ({ audio_duration_secs: seconds }) =>
    typeof seconds === 'number' && seconds >= 0 ? seconds / 3600 : undefined,
  fields: ['audio_url', 'language', 'subtitles'],
  request: ({ values: { audio_url, language } }) => ({
    path: 'speech-to-text',
    body: {
      model_id: 'scribe_v2',
      file: audio_url,
      diarize: false,
      tag_audio_events: false,
      ...(language !== 'auto' && { language_code: language })
    }
  }),
  outputs: scribeOutputs
})

export const transcribeElevenlabs: VendorService = { texts }
