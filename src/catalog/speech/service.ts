import { VOICES } from '#catalog/speech/voices.ts'
import { defineService } from '#core/service.ts'

const ELEVEN = { field: 'model', is: 'eleven-v3' } as const
const KOKORO = { field: 'model', is: 'kokoro' } as const
const GPT_AUDIO = { field: 'model', is: 'gpt-audio-1.5' } as const

export const speech = defineService({
  id: 'speech',
  path: 'speech',
  medium: 'audio',
  place: 360,
  serviceId: 'e9438d4b-c925-45c8-ad3d-04a5c11f9fd5',
  examples: [
    { model: 'speech-2.8-hd', voice: 'Friendly_Person' },
    { model: 'eleven-v3', voice: 'George' },
    { model: 'speech-2.8-hd', voice: 'Wise_Woman', speed: 0.85 }
  ],
  actions: {
    audios: {
      fields: {
        text: { type: 'text', max: 5000, lines: 6, required: true },
        model: {
          type: 'choice',
          options: ['speech-2.8-hd', 'speech-02-turbo', 'eleven-v3', 'gpt-audio-1.5', 'kokoro'],
          default: 'speech-2.8-hd'
        },
        voice: {
          type: 'choice',
          options: [...VOICES.minimax, ...VOICES.eleven, ...VOICES.openai, ...VOICES.kokoro],
          derived: [
            { when: ELEVEN, value: 'Rachel' },
            { when: GPT_AUDIO, value: 'marin' },
            { when: KOKORO, value: 'af_heart' }
          ],
          default: 'Wise_Woman'
        },
        language: {
          type: 'choice',
          // oxfmt-ignore
          options: ['auto', 'ar', 'de', 'el', 'en', 'es', 'fi', 'fr', 'it', 'ja', 'ko', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'zh'],
          default: 'auto'
        },
        speed: {
          type: 'number',
          min: 0.7,
          max: 1.2,
          step: 0.05,
          default: 1,
          more: true,
          when: { not: { any: [ELEVEN, GPT_AUDIO] } }
        }
      },
      limits: [
        { when: ELEVEN, field: 'voice', options: VOICES.eleven },
        { when: GPT_AUDIO, field: 'voice', options: VOICES.openai },
        { when: KOKORO, field: 'voice', options: VOICES.kokoro },
        {
          when: { not: { any: [ELEVEN, GPT_AUDIO, KOKORO] } },
          field: 'voice',
          options: VOICES.minimax
        },
        {
          when: GPT_AUDIO,
          field: 'language',
          // A character of the other languages takes longer to say than its price pays for.
          // oxfmt-ignore
          options: ['auto', 'ar', 'de', 'el', 'en', 'es', 'fi', 'fr', 'it', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk']
        },
        { when: KOKORO, field: 'language', options: ['auto', 'en'] }
      ],
      price: [
        { when: KOKORO, credits: 0.32, times: ['text:characters'], per: 1000 },
        {
          when: { field: 'model', is: 'speech-02-turbo' },
          credits: 0.96,
          times: ['text:characters'],
          per: 1000
        },
        { when: GPT_AUDIO, credits: 1.8, times: ['text:characters'], per: 1000 },
        { credits: 1.6, times: ['text:characters'], per: 1000 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 300,
      expected: 15,
      followUps: [
        {
          id: 'lipsync',
          service: 'lipsync',
          action: 'videos',
          set: { audio_url: '$audio_url' }
        }
      ]
    }
  }
})
