import type { minimaxmusic } from '#catalog/minimaxmusic/service.ts'
import { shortTitle } from '#core/short-title.ts'
import type { VendorService } from '#core/vendor.ts'
import { falAction, falRequest, answerFile } from '#providers/fal-request.ts'

/** Source of the endpoint and its price: fal.ai, its `llms.txt`, November 2026. */
const COSTS = { 'fal-ai/minimax-music/v2': { list: [{ dollars: 0.03 }] } } as const

const audios = falAction<typeof minimaxmusic, 'audios'>({
  costs: COSTS,
  fields: ['prompt', 'lyric'],
  request: ({ values: { prompt, lyric } }) =>
    falRequest('fal-ai/minimax-music/v2', { prompt, lyrics_prompt: lyric }),
  outputs: (answer, { prompt, lyric }) => [
    {
      values: { title: shortTitle(prompt), style: '', prompt, lyric },
      files: { audio_url: { url: answerFile(answer, 'audio').url } }
    }
  ]
})

export const minimaxmusicFal: VendorService = { audios }
