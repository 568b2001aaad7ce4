import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const EDITS = { field: 'action', is: 'edit' } as const
const FINEST: Condition = { field: 'resolution', is: '4K' }
const quality = (is: string): Condition => ({ field: 'quality', is })
const each = (credits: number, ...all: Condition[]): PriceRule => ({
  when: { all },
  credits,
  times: ['count']
})

export const gptimage = defineService({
  id: 'gptimage',
  path: 'gptimage',
  medium: 'image',
  place: 32,
  serviceId: 'eab3fe31-b4ef-48a9-a719-f7b93422bbb0',
  examples: [
    { aspect_ratio: '2:3' },
    { aspect_ratio: '3:4' },
    { aspect_ratio: '3:2' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '9:16' },
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
        prompt: { type: 'text', max: 4000, lines: 4, required: true },
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 3,
          list: true,
          bytes: 10_000_000,
          also: ['image_url'],
          when: EDITS,
          required: EDITS
        },
        model: {
          type: 'choice',
          options: ['gpt-image-2.5-flare', 'gpt-image-2.5-sunburst'],
          default: 'gpt-image-2.5-flare'
        },
        // An edit keeps the ratio of its image unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'],
          derived: [{ when: { not: EDITS }, value: '1:1' }]
        },
        quality: {
          type: 'choice',
          options: ['low', 'medium', 'high', 'max'],
          // Clients of OpenAI's form send these too.
          renamed: { auto: 'medium', standard: 'medium', hd: 'high' },
          default: 'medium'
        },
        resolution: { type: 'choice', options: ['1K', '2K', '4K'], default: '1K' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 },
        transparent: { type: 'switch', default: false, more: true }
      },
      // 16 credits per US dollar at fal, and a little more for up to three images of an edit.
      price: [
        each(7, quality('max'), FINEST),
        each(4, quality('max')),
        each(1.8, quality('high'), FINEST),
        each(1, quality('high')),
        each(0.6, quality('medium'), FINEST),
        each(0.35, quality('medium')),
        each(0.35, FINEST),
        { credits: 0.2, times: ['count'] }
      ],
      outputs: { field: 'count' },
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 600,
      expected: 30,
      followUps: [
        {
          id: 'edit',
          action: 'images',
          set: { action: 'edit', prompt: '', image_urls: '$image_url', model: '$model' }
        },
        {
          id: 'animate',
          service: 'kling',
          action: 'videos',
          set: { start_image_url: '$image_url' }
        }
      ]
    }
  }
})
