import type { transcribe } from '#catalog/transcribe/service.ts'
import { isRecord, asRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import { toSubtitles, type SpeechSegment } from '#core/subtitles.ts'
import type { VendorService } from '#core/vendor.ts'
import { vendorAction } from '#providers/vendor-action.ts'

/** OpenAI's only model that reports when each word is spoken, and its model for text alone. */
const [TIMED, PLAIN] = ['whisper-1', 'gpt-transcribe'] as const

/** Dollars for a minute by each model: OpenAI's pages of the models, November 2026. */
const MINUTE = { [TIMED]: 0.006, [PLAIN]: 0.0045 } as const

/** The price of a file by its length, which the answer does not always say. */
const LENGTH = ['audio_url:seconds']

const texts = vendorAction<typeof transcribe, 'texts'>({
  models: [TIMED, PLAIN],
  costs: {
    'audio/transcriptions': {
      unit: MINUTE[TIMED],
      list: [
        { when: { field: 'model', is: PLAIN }, dollars: MINUTE[PLAIN] / 60, times: LENGTH },
        { dollars: MINUTE[TIMED] / 60, times: LENGTH }
      ]
    }
  },
  units({ usage }, { subtitles }) {
    const seconds = asRecord(usage)?.['seconds']
    return subtitles && typeof seconds === 'number' ? seconds / 60 : undefined
  },
  fields: ['audio_url', 'language', 'subtitles'],
  request({ values: { audio_url, language, subtitles } }) {
    const timed = { response_format: 'verbose_json', timestamp_granularities: ['word'] }
    return {
      path: 'audio/transcriptions',
      body: subtitles
        ? {
            file: audio_url,
            model: TIMED,
            ...timed,
            ...(language !== 'auto' && { language })
          }
        : {
            file: audio_url,
            model: PLAIN,
            response_format: 'json',
            ...(language !== 'auto' && { languages: [language] })
          }
    }
  },
  outputs({ text, words }, { subtitles, language }) {
    if (typeof text !== 'string' || text.trim() === '')
      throw new Problem('api_error', { detail: 'the vendor found no speech' })
    const srt = subtitles ? toSubtitles([words ?? []].flat().flatMap(spoken)) : ''
    return [
      {
        values: { text: text.trim(), srt, language: language === 'auto' ? '' : language },
        files: {}
      }
    ]
  }
})

/** Scripts that write words without spaces. */
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u

/** Reads one word. OpenAI sends words without the spaces between them. */
function spoken(word: Json): SpeechSegment[] {
  if (!isRecord(word)) return []
  const { word: text, start, end } = word
  return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
    ? [{ text: SPACELESS.test(text) ? text : `${text.trim()} `, start, end }]
    : []
}

export const transcribeOpenai: VendorService = { texts }
