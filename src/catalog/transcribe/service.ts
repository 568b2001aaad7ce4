import { defineService } from '#core/service.ts'

export const transcribe = defineService({
  id: 'transcribe',
  path: 'transcribe',
  medium: 'audio',
  place: 370,
  serviceId: '69cb16c2-5c1c-4901-bc15-0ada48b41e44',
  actions: {
    texts: {
      fields: {
        audio_url: {
          type: 'file',
          accept: 'media',
          max: 1,
          bytes: 25_000_000,
          seconds: 7200,
          also: ['video_url'],
          required: true
        },
        language: {
          type: 'choice',
          // oxfmt-ignore
          options: ['auto', 'ar', 'de', 'el', 'en', 'es', 'fi', 'fr', 'it', 'ja', 'ko', 'pl', 'pt', 'ru', 'sr', 'sv', 'tr', 'uk', 'zh'],
          default: 'auto'
        },
        subtitles: { type: 'switch', default: true }
      },
      price: [{ credits: 0.48, times: ['audio_url:seconds'], per: 60 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'text', as: 'text' },
      deadline: 900,
      expected: 30
    }
  }
})
