import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const KONTEXT = ['flux-kontext-pro', 'flux-kontext-max'] as const
/** Models that accept a ratio instead of a size in pixels. */
const BY_RATIO = ['flux-pro-1.1-ultra', ...KONTEXT, 'flux-3'] as const
const SECOND = ['flux-2-klein', 'flux-2-flex', 'flux-2-pro', 'flux-2-max'] as const
const EDITING = [...KONTEXT, ...SECOND, 'flux-3'] as const
const EDIT = { field: 'action', is: 'edit' } as const
const RATIOS = [
  '1:1',
  '4:3',
  '3:2',
  '16:9',
  '21:9',
  '5:4',
  '3:4',
  '2:3',
  '9:16',
  '9:21',
  '4:5'
] as const

/** The price of an image by these models for each of its megapixels. A ratio is one megapixel. */
const each = (credits: number, ...models: string[]): PriceRule => ({
  when: { field: 'model', in: models },
  credits,
  times: ['count', 'size:area']
})
/** The price by a model that also charges for the megapixels of an image to edit. */
const both = (credits: number, model: string, area = 'size+image_url:area'): PriceRule => ({
  when: { field: 'model', is: model },
  credits,
  times: ['count', area]
})

export const flux = defineService({
  id: 'flux',
  path: 'flux',
  medium: 'image',
  place: 20,
  serviceId: 'e8ebe055-429a-48e9-9d34-5089eae5fd89',
  examples: [
    { size: '16:9' },
    { size: '3:4' },
    { size: '3:4' },
    { size: '1:1' },
    { size: '16:9' },
    { size: '3:2' }
  ],
  actions: {
    images: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', 'edit'],
          renamed: { edits: 'edit' },
          derived: [{ when: { field: 'image_url', given: true }, value: 'edit' }],
          default: 'generate'
        },
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        image_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 10_000_000,
          when: EDIT,
          required: EDIT
        },
        model: {
          type: 'choice',
          options: ['flux-schnell', 'flux-dev', 'flux-pro', 'flux-pro-1.1', ...BY_RATIO, ...SECOND],
          derived: [{ when: EDIT, value: 'flux-kontext-pro' }],
          default: 'flux-dev'
        },
        size: {
          type: 'choice',
          look: 'ratio',
          options: RATIOS,
          pixels: { min: 64, max: 2048, step: 32 },
          default: '1:1'
        },
        count: {
          type: 'number',
          min: 1,
          max: 4,
          step: 1,
          default: 1,
          when: { field: 'action', is: 'generate' }
        },
        seed: { type: 'number', min: 0, max: 4_294_967_295, step: 1, more: true }
      },
      limits: [
        { when: EDIT, field: 'model', options: EDITING },
        { when: { field: 'model', in: BY_RATIO }, field: 'size', options: RATIOS },
        {
          when: {
            not: {
              any: [
                { field: 'size', in: RATIOS },
                { field: 'model', in: SECOND }
              ]
            }
          },
          field: 'size',
          min: 256,
          max: 1440
        }
      ],
      // 16 credits per US dollar at fal. The first megapixel costs more with some models.
      price: [
        each(0.05, 'flux-schnell'),
        {
          when: { all: [EDIT, { field: 'model', is: 'flux-2-klein' }] },
          credits: 0.18,
          times: ['size+image_url:area']
        },
        each(0.1, 'flux-2-klein'),
        each(0.4, 'flux-dev'),
        both(0.25, 'flux-2-pro', '1+size+image_url:area'),
        each(0.65, 'flux-pro-1.1', 'flux-kontext-pro'),
        each(0.8, 'flux-pro', 'flux-3'),
        both(0.8, 'flux-2-flex'),
        each(1, 'flux-pro-1.1-ultra'),
        both(0.5, 'flux-2-max', '1.4+size+image_url:area'),
        { credits: 1.3, times: ['count'] }
      ],
      outputs: { field: 'count' },
      envelope: 'list',
      shows: { field: 'image_url', as: 'image' },
      deadline: 300,
      expected: 12,
      followUps: [
        {
          id: 'edit',
          action: 'images',
          set: { action: 'edit', prompt: '', image_url: '$image_url', size: '$request.size' }
        },
        { ...VARIATION, set: { seed: '' } },
        UPSCALE,
        ANIMATE
      ]
    }
  }
})
