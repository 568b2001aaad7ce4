import { defineService } from '#core/service.ts'

export const elevenmusic = defineService({
  id: 'elevenmusic',
  path: 'elevenmusic',
  medium: 'audio',
  place: 350,
  serviceId: '02cef828-f181-4622-86a8-191c2a2b6fbb',
  examples: [
    { minutes: 1, instrumental: true },
    { minutes: 1, instrumental: false },
    { minutes: 1, instrumental: true }
  ],
  actions: {
    audios: {
      fields: {
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        // The vendor charges for each minute that has begun.
        minutes: { type: 'choice', options: [1, 2, 3, 4, 5], default: 1 },
        instrumental: { type: 'switch', default: false }
      },
      price: [{ credits: 12.8, times: ['minutes'] }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 600,
      expected: 60
    }
  }
})
