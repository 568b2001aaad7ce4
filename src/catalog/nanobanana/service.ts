import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

const LITE = 'nano-banana-2-lite'
const MODELS = ['nano-banana-2.1', 'nano-banana-pro', LITE] as const
/** Models that Google has ended, with their last day. */
const ENDED = { 'nano-banana': '2026-10-02', 'nano-banana-2': '2026-10-29' } as const

const EDITS = { field: 'action', is: 'edit' } as const
const PRO = { field: 'model', is: 'nano-banana-pro' } as const
const FINEST = { field: 'resolution', is: '4K' } as const

export const nanobanana = defineService({
  id: 'nanobanana',
  path: 'nano-banana',
  medium: 'image',
  place: 30,
  serviceId: '44fa6ed2-1ad1-4c7e-a8bd-30002728c0d1',
  examples: [
    { aspect_ratio: '3:2' },
    { aspect_ratio: '3:4' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '4:3' },
    { aspect_ratio: '16:9' }
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
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 5,
          bytes: 10_000_000,
          also: ['image_url'],
          when: EDITS,
          required: EDITS
        },
        model: {
          type: 'choice',
          options: MODELS,
          // Clients also use the vendor's official name, with this suffix.
          renamed: Object.fromEntries(
            [...MODELS, ...Object.keys(ENDED)].map(model => [`${model}:official`, model])
          ),
          retired: Object.fromEntries(
            Object.entries(ENDED).map(([name, until]) => [
              name,
              { until, becomes: 'nano-banana-2.1' }
            ])
          ),
          default: 'nano-banana-2.1'
        },
        // An edit keeps the ratio of its image unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '3:2', '2:3', '16:9', '9:16', '4:3', '3:4'],
          derived: [{ when: { not: EDITS }, value: '1:1' }]
        },
        resolution: { type: 'choice', options: ['1K', '2K', '4K'], default: '1K' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 }
      },
      limits: [{ when: { field: 'model', is: LITE }, field: 'resolution', options: ['1K'] }],
      // 16 credits per US dollar at fal, and of the lite model at Google.
      price: [
        { when: { field: 'model', is: LITE }, credits: 0.55, times: ['count'] },
        { when: { all: [PRO, FINEST] }, credits: 4.8, times: ['count'] },
        { when: { any: [PRO, FINEST] }, credits: 2.6, times: ['count'] },
        { when: { field: 'resolution', is: '2K' }, credits: 2, times: ['count'] },
        { credits: 1.3, times: ['count'] }
      ],
      outputs: { field: 'count' },
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 300,
      expected: 15,
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
