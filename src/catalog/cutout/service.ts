import { defineService } from '#core/service.ts'

export const cutout = defineService({
  id: 'cutout',
  path: 'cutout',
  medium: 'image',
  place: 320,
  serviceId: 'f506ac33-604a-4973-9e12-9f1d43fa3c62',
  actions: {
    images: {
      fields: {
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000, required: true }
      },
      price: [{ credits: 0.3 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 120,
      expected: 8
    }
  }
})
