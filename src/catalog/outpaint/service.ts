import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

export const outpaint = defineService({
  id: 'outpaint',
  path: 'outpaint',
  medium: 'image',
  place: 340,
  serviceId: '777e7c7c-d760-45e6-b566-16114f66dd00',
  actions: {
    images: {
      fields: {
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000, required: true },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16'],
          default: '16:9'
        },
        prompt: { type: 'text', max: 500, lines: 2, more: true }
      },
      price: [{ credits: 0.64 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 180,
      expected: 15,
      followUps: [VARIATION, UPSCALE, ANIMATE]
    }
  }
})
