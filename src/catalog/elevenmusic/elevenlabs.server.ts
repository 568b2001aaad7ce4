import type { elevenmusic } from '#catalog/elevenmusic/service.ts'
import { shortTitle } from '#core/short-title.ts'
import type { VendorService } from '#core/vendor.ts'
import { inlineAudio } from '#providers/inline-audio.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/**
 * Source of the model: the package `@elevenlabs/elevenlabs-js` 2.73.0, November 2026. ElevenLabs'
 * own price was not found.
 */
const audios = vendorAction<typeof elevenmusic, 'audios'>({
  models: ['music_v2_5'],
  fields: ['prompt', 'minutes', 'instrumental'],
  request: ({ values: { prompt, minutes, instrumental } }) => ({
    path: 'music',
    body: {
      prompt,
      model_id: 'music_v2_5',
      music_length_ms: minutes * 60_000,
      force_instrumental: instrumental
    }
  }),
  outputs: (answer, { prompt, minutes, instrumental }) => [
    inlineAudio(answer, {
      title: shortTitle(prompt),
      style: '',
      prompt,
      instrumental,
      duration: minutes * 60
    })
  ]
})

export const elevenmusicElevenlabs: VendorService = { audios }
