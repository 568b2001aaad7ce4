import type { speech } from '#catalog/speech/service.ts'
import { SPEECH_LANGUAGES } from '#catalog/speech/voices.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { ActionValues } from '#core/service.ts'
import { shortTitle } from '#core/short-title.ts'
import { answerFile } from '#providers/fal-request.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'

type Values = ActionValues<typeof speech, 'audios'>

/** Returns the settings of MiniMax's voices, in a form that both MiniMax and fal accept. */
export function minimaxVoice({ voice, language, speed }: Values) {
  return {
    voice_setting: { voice_id: voice, speed: speed ?? 1 },
    language_boost: language === 'auto' ? ('auto' as const) : SPEECH_LANGUAGES[language],
    output_format: 'url'
  } as const
}

/**
 * Makes the output of an answer whose sound is a file.
 * @throws Problem if the answer has no such file
 */
export function speechOutput(answer: VendorAnswer, { text, model, voice }: Values): MediaOutput {
  const { duration_ms } = answer
  return {
    values: {
      title: shortTitle(text),
      style: voice.replaceAll('_', ' '),
      model,
      ...(typeof duration_ms === 'number' && { duration: duration_ms / 1000 })
    },
    files: { audio_url: { url: answerFile(answer, 'audio').url } }
  }
}
