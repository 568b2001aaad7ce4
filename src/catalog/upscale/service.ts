import { ANIMATE } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

export const upscale = defineService({
  id: 'upscale',
  path: 'upscale',
  medium: 'image',
  place: 310,
  serviceId: '1bc2fc99-de63-43b8-a51b-2897f03b6615',
  actions: {
    images: {
      fields: {
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000, required: true },
        model: { type: 'choice', options: ['seedvr2', 'clarity'], default: 'seedvr2' },
        factor: { type: 'choice', options: [2, 4], default: 2 },
        creativity: {
          type: 'number',
          min: 0,
          max: 1,
          step: 0.05,
          default: 0.35,
          when: { field: 'model', is: 'clarity' }
        }
      },
      // The vendor charges for the megapixels of the result.
      price: [
        {
          when: { field: 'model', is: 'clarity' },
          credits: 0.48,
          times: ['image_url:megapixels', 'factor', 'factor']
        },
        { credits: 0.016, times: ['image_url:megapixels', 'factor', 'factor'] }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 300,
      expected: 20,
      followUps: [ANIMATE]
    }
  }
})
