import { UPSCALE, VARIATION } from '#catalog/follow-ups.ts'
import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const PICTURE = { type: 'file', accept: 'image', bytes: 10_000_000 } as const
const EDITS = { field: 'action', is: 'edit' } as const
const STARTS = { field: 'start_image_url', given: true } as const
const FINE = { field: 'resolution', is: '2K' } as const
const BETTER = { field: 'quality', is: 'medium' } as const
const SHOWS = { field: 'reference_image_urls', given: true } as const

/** @param plus credits for the most images that a video can begin with or show */
function seconds(conditions: readonly Condition[], plus?: number): PriceRule[] {
  const rule = (credits: number, ...more: Condition[]): PriceRule => {
    const all = [...conditions, ...more]
    return {
      ...(all.length > 0 && { when: { all } }),
      credits,
      times: ['duration'],
      ...(plus !== undefined && { plus })
    }
  }
  return [
    rule(4, { field: 'resolution', is: '1080p' }),
    rule(2.3, { field: 'resolution', is: '720p' }),
    rule(1.3)
  ]
}

const PROMPT = { type: 'text', max: 4000, lines: 4, required: true } as const

export const grokimagine = defineService({
  id: 'grokimagine',
  path: 'grokimagine',
  medium: 'image',
  place: 38,
  serviceId: 'eab40f53-43f1-4afa-b417-dd0fe364601d',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '2:3' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '3:2' },
    { aspect_ratio: '9:16' },
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
        prompt: PROMPT,
        image_urls: {
          ...PICTURE,
          max: 3,
          list: true,
          also: ['image_url'],
          when: EDITS,
          required: EDITS
        },
        model: {
          type: 'choice',
          options: ['grok-imagine-image-2.0'],
          default: 'grok-imagine-image-2.0'
        },
        // An edit keeps the ratio of its image unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '2:1', '1:2'],
          derived: [{ when: { not: EDITS }, value: '1:1' }]
        },
        quality: { type: 'choice', options: ['low', 'medium'], default: 'low' },
        resolution: { type: 'choice', options: ['1K', '2K'], default: '1K' },
        count: { type: 'number', min: 1, max: 4, step: 1, default: 1 }
      },
      // 16 credits per US dollar at fal, which also bills each of up to three images of an edit.
      price: [
        { when: { all: [EDITS, FINE, BETTER] }, credits: 1.3, times: ['count'], plus: 0.5 },
        {
          when: { all: [EDITS, { any: [FINE, BETTER] }] },
          credits: 1,
          times: ['count'],
          plus: 0.5
        },
        { when: EDITS, credits: 0.65, times: ['count'], plus: 0.5 },
        { when: { all: [FINE, BETTER] }, credits: 1.3, times: ['count'] },
        { when: { any: [FINE, BETTER] }, credits: 1, times: ['count'] },
        { credits: 0.65, times: ['count'] }
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
          set: { action: 'edit', prompt: '', image_urls: '$image_url' }
        },
        VARIATION,
        UPSCALE,
        { id: 'animate', action: 'videos', set: { start_image_url: '$image_url' } }
      ]
    },
    videos: {
      fields: {
        prompt: PROMPT,
        start_image_url: { ...PICTURE, max: 1 },
        reference_image_urls: { ...PICTURE, max: 7, list: true, when: { not: STARTS } },
        model: {
          type: 'choice',
          options: ['grok-imagine-video-1.5'],
          default: 'grok-imagine-video-1.5'
        },
        // A video that begins with an image keeps the ratio of that image.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['16:9', '9:16', '1:1', '3:2', '2:3', '4:3', '3:4'],
          default: '16:9',
          when: { not: STARTS }
        },
        resolution: { type: 'choice', options: ['480p', '720p', '1080p'], default: '720p' },
        duration: { type: 'number', min: 1, max: 15, step: 1, default: 6, unit: 'seconds' }
      },
      limits: [
        {
          when: { field: 'reference_image_urls', given: true },
          field: 'resolution',
          options: ['480p', '720p']
        }
      ],
      // 16 credits per US dollar at fal, for each second, and for the images.
      price: [...seconds([SHOWS], 1.2), ...seconds([STARTS], 0.2), ...seconds([])],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 60
    }
  }
})
