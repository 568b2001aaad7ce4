import { isRecord, type Json } from '#core/json.ts'
import { Problem } from '#core/problem.ts'
import type { MediaOutput } from '#core/provider.ts'
import { toSubtitles, type SpeechSegment } from '#core/subtitles.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

/**
 * Reads a transcript of ElevenLabs' Scribe model, from any vendor that serves it.
 * @throws Problem `api_error` if it has no words
 */
export function scribeOutputs(
  { text, language_code, words }: VendorAnswer,
  { subtitles }: { subtitles: boolean }
): MediaOutput[] {
  if (typeof text !== 'string' || text.trim() === '')
    throw new Problem('api_error', { detail: 'the vendor found no speech' })
  const srt = subtitles ? toSubtitles([words ?? []].flat().flatMap(spoken)) : ''
  const language = typeof language_code === 'string' ? language_code : ''
  return [{ values: { text: text.trim(), srt, language }, files: {} }]
}

/** Reads one word. Spaces between words are words of their own. */
function spoken(word: Json): SpeechSegment[] {
  if (!isRecord(word)) return []
  const { text, start, end } = word
  return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
    ? [{ text, start, end }]
    : []
}
