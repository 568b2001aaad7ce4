import { defineService } from '#core/service.ts'

export const lyria = defineService({
  id: 'lyria',
  path: 'lyria',
  medium: 'audio',
  place: 354,
  serviceId: '40b4fa86-c806-41b4-be57-c3b153b6be2e',
  actions: {
    audios: {
      fields: {
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        negative_prompt: { type: 'text', max: 500, lines: 2, more: true },
        seed: { type: 'number', min: 0, max: 2_147_483_647, step: 1, more: true }
      },
      price: [{ credits: 1.6 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 300,
      expected: 30
    }
  }
})
