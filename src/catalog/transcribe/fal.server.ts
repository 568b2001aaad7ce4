import type { transcribe } from '#catalog/transcribe/service.ts'
import type { Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import { toSubtitles, type Spoken } from '#core/subtitles.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest } from '#providers/fal-request.ts'

/** Source of the endpoint and its price of $0.03 per minute: fal.ai, its `llms.txt`, 2026. */
const texts = falAction<typeof transcribe, 'texts'>({
  fields: ['audio_url', 'language', 'subtitles'],
  request: ({ values: { audio_url, language } }) =>
    falRequest('fal-ai/elevenlabs/speech-to-text', {
      audio_url,
      language_code: language === 'auto' ? undefined : language,
      diarize: false,
      tag_audio_events: false
    }),
  outputs({ text, language_code, words }, { subtitles }) {
    if (typeof text !== 'string' || text.trim() === '')
      throw new Problem('api_error', { detail: 'the vendor heard no words' })
    const srt = subtitles ? toSubtitles([words ?? []].flat().flatMap(spoken)) : ''
    return [
      {
        values: {
          text: text.trim(),
          srt,
          language: typeof language_code === 'string' ? language_code : ''
        },
        files: {}
      }
    ]
  }
})

/** Reads one word. Spaces between words are words of their own. */
function spoken(word: Json): Spoken[] {
  if (typeof word !== 'object' || word === null || Array.isArray(word)) return []
  const { text, start, end } = word
  return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
    ? [{ text, start, end }]
    : []
}

export const transcribeFal: VendorService = { texts }
