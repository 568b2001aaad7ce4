import { defineService } from '#core/service.ts'

/** The model that combines several images in one video. */
const INGREDIENTS = 'veo31-fast-ingredients'
const FAST = { field: 'model', is: 'veo31-fast' } as const
const EXTENDING = ['veo31-fast', 'veo31'] as const
/** The last day of Veo 2 and 3 at Google. */
const OLDER = '2026-06-30'
const BY_PICTURES = ['image2video', 'ingredients2video'] as const

/**
 * Holds for a text2video request that has images nevertheless: forms keep the images when the user
 * changes the action.
 */
const REST = {
  all: [
    { field: 'action', is: 'text2video' },
    { field: 'image_urls', given: true }
  ]
} as const
/** The action that returns an earlier clip at full resolution instead of making a new one. */
const FINER = { field: 'action', is: 'get1080p' } as const
/** The action that continues an earlier clip from its end. */
const EXTENDS = { field: 'action', is: 'extend' } as const
const OF_A_CLIP = { field: 'action', in: ['get1080p', 'extend'] } as const
const FILMED = { not: FINER } as const
const WORDS = { field: 'action', in: ['text2video', 'extend'] } as const
const MIXED = { field: 'model', is: INGREDIENTS } as const
const LITE = { field: 'model', is: 'veo31-lite' } as const
const FINE = { field: 'resolution', is: '1080p' } as const
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
          options: ['text2video', ...BY_PICTURES, 'extend', 'get1080p'],
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
          when: { not: { any: [OF_A_CLIP, REST] } },
          required: { field: 'action', in: BY_PICTURES }
        },
        model: {
          type: 'choice',
          options: [...EXTENDING, 'veo31-lite', INGREDIENTS],
          retired: {
            veo2: { until: OLDER, becomes: 'veo31' },
            'veo2-fast': { until: OLDER, becomes: 'veo31-fast' },
            veo3: { until: OLDER, becomes: 'veo31' },
            'veo3-fast': { until: OLDER, becomes: 'veo31-fast' }
          },
          derived: [{ when: { field: 'action', is: 'ingredients2video' }, value: INGREDIENTS }],
          default: 'veo31-fast',
          when: FILMED
        },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['16:9', '9:16'],
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
        video_id: { type: 'id', required: OF_A_CLIP }
      },
      limits: [
        { when: MIXED, field: 'action', options: BY_PICTURES },
        {
          when: { field: 'action', is: 'ingredients2video' },
          field: 'model',
          options: [INGREDIENTS]
        },
        // Models accept a first and a last frame.
        { when: { not: MIXED }, field: 'image_urls', max: 2 },
        { when: LITE, field: 'resolution', options: ['720p', '1080p'] },
        { when: EXTENDS, field: 'model', options: EXTENDING },
        { when: EXTENDS, field: 'resolution', options: ['720p'] }
      ],
      // 16 credits per US dollar at fal, for eight seconds and for seven of an extension. fal mixes
      // ingredients at the price of the large model.
      price: [
        { when: FINER, credits: 0.8 },
        { when: { all: [EXTENDS, FAST] }, credits: 16.8 },
        { when: EXTENDS, credits: 44.8 },
        { when: { all: [LITE, FINE] }, credits: 10.3 },
        { when: LITE, credits: 6.4 },
        { when: { all: [FINEST, FAST] }, credits: 44.8 },
        { when: FINEST, credits: 76.8 },
        { when: FAST, credits: 19.2 },
        { credits: 51.2 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 120,
      followUps: [
        {
          id: 'extend',
          action: 'videos',
          set: {
            action: 'extend',
            prompt: '',
            video_id: '$id',
            model: '$model',
            aspect_ratio: '$aspect_ratio'
          },
          when: { field: 'model', in: EXTENDING }
        },
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
