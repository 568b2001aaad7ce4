import type { lyria } from '#catalog/lyria/service.ts'
import { shortTitle } from '#core/short-title.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile } from '#providers/fal-request.ts'

/** Source of the endpoint: `@fal-ai/client` 1.10.1. A price of $0.10 for 30 seconds is assumed. */
const COSTS = { 'fal-ai/lyria2': { list: [{ dollars: 0.1 }] } } as const

const audios = falAction<typeof lyria, 'audios'>({
  costs: COSTS,
  fields: ['prompt', 'negative_prompt', 'seed'],
  request: ({ values: { prompt, negative_prompt, seed } }) =>
    falRequest('fal-ai/lyria2', { prompt, negative_prompt, seed }),
  outputs: (answer, { prompt }) => [
    {
      values: { title: shortTitle(prompt), style: '', prompt, instrumental: true },
      files: { audio_url: { url: answerFile(answer, 'audio').url } }
    }
  ]
})

export const lyriaFal: VendorService = { audios }
