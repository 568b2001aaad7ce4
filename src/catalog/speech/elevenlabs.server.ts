import type { speech } from '#catalog/speech/service.ts'
import type { VOICES } from '#catalog/speech/voices.ts'
import { shortTitle } from '#core/short-title.ts'
import type { VendorService } from '#core/vendor.ts'
import { inlineAudio } from '#providers/inline-audio.ts'
import { vendorAction } from '#providers/vendor-action.ts'

type Voice = (typeof VOICES.eleven)[number]

/** ElevenLabs' ids of its own voices, as public lists of them agree, 2025 and 2026. */
const IDS: Readonly<Record<Voice, string>> = {
  Rachel: '21m00Tcm4TlvDq8ikWAM',
  Aria: '9BWtsMINqrJLrRacOk9x',
  Roger: 'CwhRBWXzGAHq8TQ4Fs17',
  Sarah: 'EXAVITQu4vr4xnSDxMaL',
  Charlie: 'IKne3meq5aSn9XLyUdCD',
  George: 'JBFqnCBsd6RMkjVDRZzb',
  Charlotte: 'XB0fDUnXU5powFXDhCwa',
  Daniel: 'onwK4e9ZLuTAKqWW03F9',
  Lily: 'pFZP5JQG7iQjIQuC4Bku'
}

const pathOf = (voice: Voice): string => `text-to-speech/${IDS[voice]}`

/** $0.10 for 1,000 characters: ElevenLabs' price list, as a public copy of June 2026 has it. */
const SPOKEN = { list: [{ dollars: 0.0001, times: ['text:characters'] }] } as const

const audios = vendorAction<typeof speech, 'audios'>({
  models: ['eleven_v3'],
  costs: Object.fromEntries((Object.keys(IDS) as Voice[]).map(voice => [pathOf(voice), SPOKEN])),
  fields: ['text', 'model', 'voice', 'language'],
  cannot: [{ when: { not: { field: 'model', is: 'eleven-v3' } }, field: 'model' }],
  request: ({ values: { text, voice, language } }) => ({
    // The service allows only these voices with this model.
    path: pathOf(voice as Voice),
    body: { text, model_id: 'eleven_v3', ...(language !== 'auto' && { language_code: language }) }
  }),
  outputs: (answer, { text, model, voice }) => [
    inlineAudio(answer, { title: shortTitle(text), style: voice, model })
  ]
})

export const speechElevenlabs: VendorService = { audios }
