import { UPSCALE } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

const PICTURE = {
  type: 'file',
  accept: 'image',
  max: 1,
  bytes: 10_000_000,
  required: true
} as const

export const erase = defineService({
  id: 'erase',
  path: 'erase',
  medium: 'image',
  place: 330,
  serviceId: 'c24abbef-c66b-4a7b-b148-809fb5199557',
  actions: {
    images: {
      fields: {
        image_url: PICTURE,
        mask_url: { ...PICTURE, masks: 'image_url' },
        // Without a prompt, the masked part is removed.
        prompt: { type: 'text', max: 1000, lines: 3 }
      },
      price: [{ credits: 0.64 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 180,
      expected: 15,
      followUps: [
        { id: 'again', action: 'images', set: { image_url: '$image_url', prompt: '' } },
        UPSCALE
      ]
    }
  }
})
