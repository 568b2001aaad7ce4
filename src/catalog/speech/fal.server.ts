import { minimaxVoice, spokenOutput } from '#catalog/speech/spoken.server.ts'
import type { speech } from '#catalog/speech/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import { falAction, falRequest } from '#providers/fal-request.ts'

type Values = ActionValues<typeof speech, 'audios'>

/**
 * Source of endpoints and prices per 1,000 characters: fal.ai, the `llms.txt` of each, November
 * 2026. MiniMax Speech 2.8 HD and Eleven v3 $0.10, Speech-02 Turbo $0.06, Kokoro $0.02.
 */
function request(values: Values): VendorRequest {
  const { text, model, voice, language, speed = 1 } = values
  switch (model) {
    case 'eleven-v3':
      return falRequest('fal-ai/elevenlabs/tts/eleven-v3', {
        text,
        voice,
        language_code: language === 'auto' ? undefined : language
      })
    case 'kokoro':
      return falRequest('fal-ai/kokoro/american-english', {
        prompt: text,
        voice: voice as 'af_heart',
        speed
      })
    case 'speech-02-turbo':
      return falRequest('fal-ai/minimax/speech-02-turbo', { text, ...minimaxVoice(values) })
    case 'speech-2.8-hd':
      return falRequest('fal-ai/minimax/speech-2.8-hd', { prompt: text, ...minimaxVoice(values) })
  }
}

const audios = falAction<typeof speech, 'audios'>({
  fields: ['text', 'model', 'voice', 'language', 'speed'],
  request: ({ values }) => request(values),
  outputs: (answer, values) => [spokenOutput(answer, values)]
})

export const speechFal: VendorService = { audios }
