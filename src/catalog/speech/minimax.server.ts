import { minimaxVoice, speechOutput } from '#catalog/speech/spoken.server.ts'
import type { speech } from '#catalog/speech/service.ts'
import type { VendorCosts } from '#core/vendor-cost.ts'
import type { VendorService } from '#core/vendor.ts'
import { vendorAction } from '#providers/vendor-action.ts'

const MODELS = ['speech-2.8-hd', 'speech-02-turbo'] as const
const PATH = 'v1/t2a_v2'

/**
 * $60 for a million characters with Turbo and $100 with HD: platform.minimax.io, "Pay as You Go",
 * as public copies of 2026 have it. MiniMax may count a Chinese character as two.
 */
const COSTS: VendorCosts = {
  [PATH]: {
    list: [
      {
        when: { field: 'model', is: 'speech-02-turbo' },
        dollars: 0.00006,
        times: ['text:characters']
      },
      { dollars: 0.0001, times: ['text:characters'] }
    ]
  }
}

const audios = vendorAction<typeof speech, 'audios'>({
  models: MODELS,
  costs: COSTS,
  fields: ['text', 'model', 'voice', 'language', 'speed'],
  cannot: [{ when: { not: { field: 'model', in: MODELS } }, field: 'model' }],
  request: ({ values }) => ({
    path: PATH,
    body: {
      model: values.model,
      text: values.text,
      stream: false,
      audio_setting: { format: 'mp3' },
      ...minimaxVoice(values)
    }
  }),
  outputs: (answer, values) => [speechOutput(answer, values)]
})

export const speechMinimax: VendorService = { audios }
