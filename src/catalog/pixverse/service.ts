import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const EXTENDS = { field: 'action', is: 'extend' } as const
const NEW = { not: EXTENDS } as const
/** Models that can add sound. */
const SOUNDING = ['v6', 'v5.6', 'v5.5'] as const
const SOUNDS = { field: 'generate_audio', is: true } as const
/** Fast motion and sound cost twice as much. */
const FAST = {
  any: [{ field: 'motion', is: 'fast' }, SOUNDS]
} as const
const V6 = { field: 'model', is: 'v6' } as const
const LEAST = { field: 'quality', is: '360p' } as const
const FINE = { field: 'quality', is: '720p' } as const
const FINEST = { field: 'quality', is: '1080p' } as const
/** Longer videos cost twice as much as those of five seconds. */
const LONG = { not: { field: 'duration', is: 5 } } as const

/** The price of a second by the newest model. */
const second = (credits: number, ...all: Condition[]): PriceRule => ({
  when: { all: [V6, ...all] },
  credits,
  times: ['duration']
})

/** The prices of a normal, a fast and a sounding video of five seconds, and of longer ones. */
const quality = (credits: number, ...all: Condition[]): PriceRule[] => [
  { when: { all: [...all, FAST, LONG] }, credits: credits * 4 },
  { when: { all: [...all, { any: [FAST, LONG] }] }, credits: credits * 2 },
  { when: { all }, credits }
]

export const pixverse = defineService({
  id: 'pixverse',
  path: 'pixverse',
  medium: 'video',
  place: 100,
  serviceId: '74e74695-ceff-49d1-ac84-cfa876225ae8',
  examples: [
    { style: 'anime' },
    { style: 'clay' },
    { style: 'comic' },
    { style: 'cyberpunk' },
    { style: 'normal', aspect_ratio: '4:3' },
    { style: 'normal' }
  ],
  actions: {
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', 'extend'],
          derived: [{ when: { field: 'video_id', given: true }, value: 'extend' }],
          default: 'generate'
        },
        prompt: { type: 'text', max: 500, lines: 4, required: true },
        image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000, when: NEW },
        model: {
          type: 'choice',
          options: [...SOUNDING, 'v5', 'v4.5', 'v4', 'v3.5'],
          default: 'v3.5'
        },
        style: {
          type: 'choice',
          look: 'pictures',
          options: ['normal', 'cyberpunk', 'anime', 'comic', 'clay', '3d_animation', 'realistic'],
          default: 'normal'
        },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '4:3', '3:4', '16:9', '9:16'],
          default: '16:9'
        },
        quality: { type: 'choice', options: ['360p', '540p', '720p', '1080p'], default: '540p' },
        duration: { type: 'choice', options: [5, 8, 10], default: 5 },
        generate_audio: {
          type: 'switch',
          default: false,
          when: { field: 'model', in: SOUNDING }
        },
        motion: { type: 'choice', options: ['normal', 'fast'], default: 'normal' },
        frame: {
          type: 'file',
          accept: 'image',
          max: 2,
          list: true,
          bytes: 10_000_000,
          when: NEW,
          more: true
        },
        seed: { type: 'number', min: 0, max: 1000, step: 1, more: true },
        template_id: {
          type: 'number',
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
          step: 1,
          when: NEW,
          more: true
        },
        video_id: { type: 'id', required: EXTENDS }
      },
      limits: [
        { when: { field: 'image_url', given: true }, field: 'frame' },
        {
          when: { not: { field: 'model', in: SOUNDING } },
          field: 'duration',
          options: [5, 8]
        },
        { when: EXTENDS, field: 'duration', options: [5, 8] }
      ],
      opens: { model: 'v6' },
      // 16 credits per US dollar at fal.
      price: [
        second(1.9, FINEST, SOUNDS),
        second(1.5, FINEST),
        second(1, FINE, SOUNDS),
        second(0.75, FINE),
        second(0.6, LEAST, SOUNDS),
        second(0.4, LEAST),
        second(0.75, SOUNDS),
        second(0.6),
        ...quality(6.4, FINEST),
        ...quality(3.2, FINE),
        { when: { all: [FAST, LONG] }, credits: 9.6 },
        { when: { any: [FAST, LONG] }, credits: 4.8 },
        { credits: 2.4 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 90,
      followUps: [
        {
          id: 'extend',
          action: 'videos',
          set: {
            action: 'extend',
            video_id: '$id',
            model: '$model',
            style: '$style',
            aspect_ratio: '$aspect_ratio',
            quality: '$quality',
            motion: '$motion'
          }
        }
      ]
    }
  }
})
