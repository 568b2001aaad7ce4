import type { elevenmusic } from '#catalog/elevenmusic/service.ts'
import { shortTitle } from '#core/short-title.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile } from '#providers/fal-request.ts'

/**
 * Source of the endpoint: `@fal-ai/client` 1.10.1. A price of $0.80 per started minute is assumed;
 * fal.ai named $0.60 for the later versions in November 2026.
 */
const COSTS = {
  'fal-ai/elevenlabs/music': { list: [{ dollars: 0.8 / 60_000, times: ['music_length_ms'] }] }
} as const

const audios = falAction<typeof elevenmusic, 'audios'>({
  costs: COSTS,
  fields: ['prompt', 'minutes', 'instrumental'],
  request: ({ values: { prompt, minutes, instrumental } }) =>
    falRequest('fal-ai/elevenlabs/music', {
      prompt,
      music_length_ms: minutes * 60_000,
      force_instrumental: instrumental,
      output_format: 'mp3_44100_128'
    }),
  outputs: (answer, { prompt, minutes, instrumental }) => [
    {
      values: {
        title: shortTitle(prompt),
        style: '',
        prompt,
        instrumental,
        duration: minutes * 60
      },
      files: { audio_url: { url: answerFile(answer, 'audio').url } }
    }
  ]
})

export const elevenmusicFal: VendorService = { audios }
