import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const EDITS = { field: 'action', is: 'edit' } as const
const NEW: Condition = { not: EDITS }
const each = (credits: number, quality: string): PriceRule => ({
  when: { field: 'quality', is: quality },
  credits,
  times: ['count']
})

export const ideogram = defineService({
  id: 'ideogram',
  path: 'ideogram',
  medium: 'image',
  place: 36,
  serviceId: 'adcdb724-55c1-43fd-80e0-91de7fb93fca',
  examples: [
    { aspect_ratio: '2:3' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '3:4' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '4:5' },
    { aspect_ratio: '3:2' }
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
        mask_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 10_000_000,
          masks: 'image_urls',
          marks: 'black',
          when: EDITS
        },
        model: { type: 'choice', options: ['ideogram-4.5'], default: 'ideogram-4.5' },
        // An edit keeps the size of its image.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5'],
          default: '1:1',
          when: NEW
        },
        resolution: { type: 'choice', options: ['1K', '2K'], default: '1K', when: NEW },
        quality: { type: 'choice', options: ['low', 'medium', 'high'], default: 'low' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 },
        seed: { type: 'number', min: 0, max: 2_147_483_647, step: 1, more: true }
      },
      // With a mask, Ideogram takes three references instead of four.
      limits: [{ when: { field: 'mask_url', given: true }, field: 'image_urls', max: 4 }],
      // 16 credits per US dollar at fal.
      price: [each(3.6, 'high'), each(1, 'medium'), { credits: 0.5, times: ['count'] }],
      outputs: { field: 'count' },
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 300,
      expected: 20,
      followUps: [
        {
          id: 'edit',
          action: 'images',
          set: { action: 'edit', prompt: '', image_urls: '$image_url' }
        },
        { ...VARIATION, set: { seed: '' } },
        UPSCALE,
        ANIMATE
      ]
    }
  }
})
