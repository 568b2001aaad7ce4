import { ANIMATE, UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const EDITS = { field: 'action', is: 'edit' } as const

/** Credits for a square image. Images of other shapes cost the vendor less. */
const CREDITS = {
  '4K': { max: 11.1, high: 2.8, medium: 0.7, low: 0.35 },
  '2K': { max: 6.3, high: 1.6, medium: 0.4, low: 0.2 },
  '1K': { max: 3.4, high: 0.85, medium: 0.25, low: 0.13 }
}

/** Credits for the up to three images of an edit, which the vendor bills too. */
const SHOWN = 0.4

/**
 * Builds the rules of all sizes and qualities. The first rule that applies counts, so the last
 * ones, for 1K and for low quality, need no condition.
 */
function rules(
  conditions: readonly Condition[],
  sizes: Partial<typeof CREDITS>,
  plus?: number
): PriceRule[] {
  return Object.entries(sizes).flatMap(([resolution, prices]) =>
    Object.entries(prices).map(([quality, credits]) => {
      const all = [
        ...conditions,
        ...(resolution === '1K' ? [] : [{ field: 'resolution', is: resolution }]),
        ...(quality === 'low' ? [] : [{ field: 'quality', is: quality }])
      ]
      return {
        ...(all.length > 0 && { when: { all } }),
        credits,
        times: ['count'],
        ...(plus !== undefined && { plus })
      }
    })
  )
}

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
        // OpenAI takes less than 4 MB.
        mask_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 4_000_000,
          masks: 'image_urls',
          marks: 'transparent',
          when: EDITS
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
          // Clients that use OpenAI's format also send these names.
          renamed: { auto: 'medium', standard: 'medium', hd: 'high' },
          default: 'medium'
        },
        resolution: { type: 'choice', options: ['1K', '2K', '4K'], default: '1K' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 },
        transparent: { type: 'switch', default: false, more: true }
      },
      // 16 credits per US dollar at fal and OpenAI. For an edit without a ratio they choose the
      // size.
      price: [
        ...rules([EDITS, { field: 'aspect_ratio', given: false }], { '1K': CREDITS['1K'] }, SHOWN),
        ...rules([EDITS], CREDITS, SHOWN),
        ...rules([], CREDITS)
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
        VARIATION,
        UPSCALE,
        ANIMATE
      ]
    }
  }
})
