import { defineService } from '#core/service.ts'

/** The model that combines several images in one video. */
const INGREDIENTS = 'veo31-fast-ingredients'
const THIRD = ['veo31', 'veo31-fast', INGREDIENTS] as const
const FAST = ['veo2-fast', 'veo3-fast', 'veo31-fast', INGREDIENTS] as const
const BY_PICTURES = ['image2video', 'ingredients2video'] as const

/**
 * An explicit text2video request with images. Forms keep the images when the user changes the
 * action.
 */
const REST = {
  all: [
    { field: 'action', is: 'text2video' },
    { field: 'image_urls', given: true }
  ]
} as const
/** Returns an earlier clip at full resolution instead of making a new one. */
const FINER = { field: 'action', is: 'get1080p' } as const
const FILMED = { not: FINER } as const
const WORDS = { field: 'action', is: 'text2video' } as const
const MIXED = { field: 'model', is: INGREDIENTS } as const
const FINEST = { field: 'resolution', is: '4k' } as const

export const veo = defineService({
  id: 'veo',
  path: 'veo',
  medium: 'video',
  place: 70,
  serviceId: '73cd74ba-a1bd-4a12-8df6-11d64c38df14',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' }
  ],
  actions: {
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['text2video', ...BY_PICTURES, 'get1080p'],
          derived: [
            { when: { field: 'video_id', given: true }, value: 'get1080p' },
            { when: MIXED, value: 'ingredients2video' },
            { when: { field: 'image_urls', given: true }, value: 'image2video' }
          ],
          default: 'text2video'
        },
        prompt: { type: 'text', max: 500, lines: 4, when: FILMED, required: WORDS },
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 3,
          list: true,
          bytes: 10_000_000,
          when: { not: { any: [FINER, REST] } },
          required: { field: 'action', in: BY_PICTURES }
        },
        model: {
          type: 'choice',
          options: ['veo2', 'veo2-fast', 'veo3', 'veo3-fast', ...THIRD],
          derived: [{ when: { field: 'action', is: 'ingredients2video' }, value: INGREDIENTS }],
          default: 'veo31-fast',
          when: FILMED
        },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '4:3', '3:4', '16:9', '9:16'],
          default: '16:9',
          when: FILMED
        },
        resolution: {
          type: 'choice',
          options: ['720p', '1080p', '4k'],
          default: '720p',
          when: FILMED
        },
        translation: { type: 'switch', default: false, more: true, when: FILMED },
        video_id: { type: 'id', required: FINER }
      },
      limits: [
        { when: MIXED, field: 'action', options: BY_PICTURES },
        {
          when: { field: 'action', is: 'ingredients2video' },
          field: 'model',
          options: [INGREDIENTS]
        },
        // Models accept a first and a last frame. veo2-fast accepts only a first frame.
        { when: { not: MIXED }, field: 'image_urls', max: 2 },
        { when: { field: 'model', is: 'veo2-fast' }, field: 'image_urls', max: 1 },
        { when: { field: 'model', in: THIRD }, field: 'aspect_ratio', options: ['16:9', '9:16'] }
      ],
      price: [
        { when: FINER, credits: 0.8 },
        { when: { all: [FINEST, { field: 'model', in: FAST }] }, credits: 8 },
        { when: FINEST, credits: 18 },
        { when: { field: 'model', is: 'veo2-fast' }, credits: 3 },
        { when: { field: 'model', in: FAST }, credits: 4 },
        { credits: 12 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 120,
      followUps: [
        {
          id: 'get1080p',
          action: 'videos',
          set: { action: 'get1080p', video_id: '$id' },
          when: { not: { field: 'resolution', in: ['1080p', '4k'] } },
          atOnce: true
        }
      ]
    }
  }
})
