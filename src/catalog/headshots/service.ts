import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

export const headshots = defineService({
  id: 'headshots',
  path: 'headshots',
  medium: 'image',
  place: 50,
  serviceId: '3b2ec5fb-cfcb-49f0-9393-6b8617a2d8c4',
  examples: [
    { template: 'male_portrait' },
    { template: 'male_portrait2' },
    { template: 'female_portrait' },
    { template: 'business_photo' },
    { template: 'bob_suit' },
    { template: 'wedding' }
  ],
  actions: {
    generate: {
      fields: {
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 2,
          list: true,
          bytes: 10_000_000,
          also: ['image_url'],
          required: true
        },
        template: {
          type: 'choice',
          look: 'pictures',
          options: [
            'male_portrait',
            'male_portrait2',
            'female_portrait',
            'business_photo',
            'bob_suit',
            'wedding',
            'logo_tshirt',
            'kindergarten'
          ],
          required: true
        },
        mode: { type: 'choice', options: ['fast', 'relax'], default: 'fast' }
      },
      // 16 credits per US dollar at fal, for both images.
      price: [{ credits: 2.6 }],
      outputs: 2,
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 600,
      expected: 30,
      followUps: [
        {
          id: 'edit',
          service: 'flux',
          action: 'images',
          set: { action: 'edit', prompt: '', image_url: '$image_url' }
        },
        { ...VARIATION, action: 'generate' },
        UPSCALE,
        ANIMATE
      ]
    }
  }
})
