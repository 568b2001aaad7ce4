import { defineService } from '#core/service.ts'

/**
 * Models that animate an image. The director model also follows camera instructions in the prompt.
 */
const BY_PICTURE = ['minimax-i2v', 'minimax-i2v-director'] as const
const PICTURED = { field: 'model', in: BY_PICTURE } as const
/** Models that take a prompt, and an image if one is given. */
const NEWER = ['hailuo-2.3', 'hailuo-2.3-pro', 'minimax-h3', 'hailuo-02', 'hailuo-02-pro'] as const
const FREE = { field: 'model', in: [...BY_PICTURE, ...NEWER] } as const
/** Models that also accept a final image. */
const ENDS = ['minimax-h3', 'hailuo-02', 'hailuo-02-pro'] as const
const PICTURE = { type: 'file', accept: 'image', max: 1, bytes: 10_000_000 } as const

export const hailuo = defineService({
  id: 'hailuo',
  path: 'hailuo',
  medium: 'video',
  place: 90,
  serviceId: '5eaa73b7-b9a7-4a17-afb3-f658fd5495b0',
  actions: {
    videos: {
      fields: {
        action: { type: 'choice', options: ['generate'], default: 'generate' },
        prompt: { type: 'text', max: 300, lines: 4, required: { not: PICTURED } },
        model: {
          type: 'choice',
          options: [...NEWER, 'minimax-t2v', ...BY_PICTURE],
          derived: [{ when: { field: 'first_image_url', given: true }, value: 'minimax-i2v' }],
          default: 'minimax-t2v'
        },
        first_image_url: {
          ...PICTURE,
          when: FREE,
          required: { any: [PICTURED, { field: 'last_image_url', given: true }] }
        },
        last_image_url: { ...PICTURE, when: { field: 'model', in: ENDS } }
      },
      opens: { model: 'hailuo-2.3' },
      // 16 credits per US dollar at fal or MiniMax, whichever costs more, for six seconds.
      price: [
        { when: { field: 'model', in: ['hailuo-02', 'hailuo-2.3'] }, credits: 4.5 },
        { when: { field: 'model', is: 'minimax-h3' }, credits: 7.7 },
        { when: { field: 'model', in: ['hailuo-02-pro', 'hailuo-2.3-pro'] }, credits: 7.9 },
        { credits: 8 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 120
    }
  }
})
