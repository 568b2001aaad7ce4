import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

const EDITS = { field: 'action', is: 'edit' } as const
const FINE = { field: 'resolution', is: '2K' } as const
const FIFTH = ['seedream-5-pro', 'seedream-5-flash'] as const
const FOURTH = 'seedream-4.5'

export const seedream = defineService({
  id: 'seedream',
  path: 'seedream',
  medium: 'image',
  place: 34,
  serviceId: '20a4273e-f468-4aaf-a621-8e7c861d31e7',
  examples: [
    { aspect_ratio: '3:4' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '2:3' },
    { aspect_ratio: '21:9' },
    { aspect_ratio: '4:3' }
  ],
  actions: {
    images: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', 'edit'],
          derived: [{ when: { field: 'image_urls', given: true }, value: 'edit' }],
          default: 'generate'
        },
        prompt: { type: 'text', max: 4000, lines: 4, required: true },
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 5,
          list: true,
          bytes: 10_000_000,
          also: ['image_url'],
          when: EDITS,
          required: EDITS
        },
        model: { type: 'choice', options: [...FIFTH, FOURTH], default: 'seedream-5-flash' },
        // An edit keeps the ratio of its image unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9'],
          derived: [{ when: { not: EDITS }, value: '1:1' }]
        },
        resolution: { type: 'choice', options: ['1K', '2K', '4K'], default: '2K' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 }
      },
      limits: [
        { when: { field: 'model', in: FIFTH }, field: 'resolution', options: ['1K', '2K'] },
        { when: { field: 'model', is: FOURTH }, field: 'resolution', options: ['2K', '4K'] }
      ],
      // 16 credits per US dollar at fal. The fifth generation also bills all but the first image of
      // an edit, and an edit that keeps the ratio of its image has 2K.
      price: [
        { when: { field: 'model', is: FOURTH }, credits: 0.65, times: ['count'] },
        { when: { field: 'model', is: 'seedream-5-flash' }, credits: 0.45, times: ['count'] },
        {
          when: { all: [EDITS, { any: [FINE, { field: 'aspect_ratio', given: false }] }] },
          credits: 2.2,
          times: ['count'],
          plus: 0.3
        },
        { when: EDITS, credits: 1.1, times: ['count'], plus: 0.3 },
        { when: FINE, credits: 2.2, times: ['count'] },
        { credits: 1.1, times: ['count'] }
      ],
      outputs: { field: 'count' },
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 600,
      expected: 40,
      followUps: [
        {
          id: 'edit',
          action: 'images',
          set: { action: 'edit', prompt: '', image_urls: '$image_url', model: '$model' }
        },
        VARIATION,
        UPSCALE,
        ANIMATE
      ]
    }
  }
})
