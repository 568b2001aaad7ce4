import { minimaxVoice, speechOutput } from '#catalog/speech/spoken.server.ts'
import type { speech } from '#catalog/speech/service.ts'
import { Problem } from '#core/problem.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorRequest, VendorService } from '#core/vendor.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import { falAction, falRequest } from '#providers/fal-request.ts'

type Values = ActionValues<typeof speech, 'audios'>

const thousand = (dollars: number, field = 'text'): VendorCosts[string] => ({
  list: [{ dollars: dollars / 1000, times: [`${field}:characters`] }]
})
/**
 * Prices are for 1,000 characters. Endpoints and prices are from the `llms.txt` page of each
 * endpoint at fal.ai, read in November 2026.
 */
const COSTS: VendorCosts = {
  'fal-ai/minimax/speech-2.8-hd': thousand(0.1, 'prompt'),
  'fal-ai/elevenlabs/tts/eleven-v3': thousand(0.1),
  'fal-ai/minimax/speech-02-turbo': thousand(0.06),
  'fal-ai/kokoro/american-english': thousand(0.02, 'prompt')
}

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
    case 'gpt-audio-1.5':
      throw new Problem('api_not_implemented', { detail: `fal does not offer ${model}` })
  }
}

const audios = falAction<typeof speech, 'audios'>({
  costs: COSTS,
  fields: ['text', 'model', 'voice', 'language', 'speed'],
  cannot: [{ when: { field: 'model', is: 'gpt-audio-1.5' }, field: 'model' }],
  request: ({ values }) => request(values),
  outputs: (answer, values) => [speechOutput(answer, values)]
})

export const speechFal: VendorService = { audios }
