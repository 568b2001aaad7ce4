import { defineService } from '#core/service.ts'

const EFFECTS = [
  'Levitate',
  'Decapitate',
  'Eye-pop',
  'Ta-da',
  'Deflate',
  'Crumble',
  'Dissolve',
  'Squish',
  'Inflate',
  'Melt',
  'Cake-ify',
  'Crush',
  'Explode',
  'Peel',
  'Poke',
  'Tear'
] as const

const MIXES = { field: 'ingredients', is: true } as const
const CHANGED = { field: 'effect', given: true } as const
const PICTURED = { field: 'image_urls', given: true } as const
const FILMED = { field: 'video_url', given: true } as const
const NEWER = { field: 'model', is: '2.0' } as const

export const pika = defineService({
  id: 'pika',
  path: 'pika',
  medium: 'video',
  place: 110,
  serviceId: 'c7d407fa-0f87-4031-abbb-4f0716ff51ad',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '4:5' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '3:2' }
  ],
  actions: {
    videos: {
      fields: {
        action: { type: 'choice', options: ['generate'], default: 'generate' },
        prompt: {
          type: 'text',
          max: 300,
          lines: 4,
          required: { not: { any: [CHANGED, PICTURED, FILMED] } }
        },
        // The video moves from one image to the next. As ingredients, all images appear in it
        // together.
        image_urls: {
          type: 'file',
          accept: 'image',
          max: 3,
          bytes: 10_000_000,
          also: ['image_url'],
          required: MIXES
        },
        ingredients: { type: 'switch', default: false },
        ingredients_mode: {
          type: 'choice',
          options: ['precise', 'creative'],
          default: 'creative',
          when: MIXES
        },
        effect: { type: 'choice', look: 'pictures', options: EFFECTS, when: { not: MIXES } },
        // Some clients send a number.
        model: {
          type: 'choice',
          options: ['2.2', '2.1', '2.0', '1.5'],
          renamed: { '2': '2.0' },
          default: '2.0'
        },
        // An uploaded video keeps its ratio unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '16:9', '9:16', '4:5', '5:4', '3:2', '2:3'],
          derived: [{ when: { not: FILMED }, value: '1:1' }]
        },
        negative_prompt: { type: 'text', max: 200, lines: 2, more: true },
        video_url: {
          type: 'file',
          accept: 'video',
          max: 1,
          bytes: 50_000_000,
          more: true,
          when: NEWER
        }
      },
      limits: [
        { when: MIXES, field: 'model', options: ['2.0'] },
        // Version 2.1 animates one image. Versions 2.1 and 2.2 have no effects.
        { when: { field: 'model', is: '2.1' }, field: 'image_urls', max: 1 },
        { when: CHANGED, field: 'model', options: ['2.0', '1.5'] }
      ],
      opens: { model: '2.2' },
      // 16 credits per US dollar at fal.
      price: [
        { when: { any: [CHANGED, FILMED] }, credits: 7.5 },
        { when: { any: [MIXES, { field: 'model', is: '2.1' }] }, credits: 6.4 },
        { credits: 3.2 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 600,
      expected: 90
    }
  }
})
