import { defineService } from '#core/service.ts'

const EXTENDS = { field: 'action', is: 'extend' } as const
/** Restyles a video, or gives it another aspect ratio. */
const CHANGES = { field: 'action', in: ['modify', 'reframe'] } as const
const MODIFIES = { field: 'action', is: 'modify' } as const
const REFRAMES = { field: 'action', is: 'reframe' } as const
const NEW = { field: 'action', is: 'generate' } as const
const OWN_FILM = { field: 'video_url', given: true } as const
const NEWEST = { field: 'model', is: 'ray-3.2' } as const
/** The faster model, at two fifths of the price. */
const FLASH = { field: 'model', is: 'ray-2-flash' } as const
const LARGE = { field: 'resolution', is: '1080p' } as const
const MIDDLE = { field: 'resolution', is: '720p' } as const
const PICTURE = { type: 'file', accept: 'image', max: 1, bytes: 10_000_000 } as const
const PICTURED = {
  any: [
    { field: 'start_image_url', given: true },
    { field: 'end_image_url', given: true }
  ]
} as const

export const luma = defineService({
  id: 'luma',
  path: 'luma',
  medium: 'video',
  place: 80,
  serviceId: 'dff45a0d-2858-4936-8e2b-3d49c52aff11',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '21:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '4:3' }
  ],
  actions: {
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', 'modify', 'reframe', 'extend'],
          derived: [
            { when: { any: [{ field: 'video_id', given: true }, OWN_FILM] }, value: 'extend' }
          ],
          default: 'generate'
        },
        prompt: {
          type: 'text',
          max: 2000,
          lines: 4,
          required: {
            any: [MODIFIES, { all: [REFRAMES, NEWEST] }, { all: [NEW, { not: PICTURED }] }]
          }
        },
        start_image_url: { ...PICTURE, when: NEW },
        // A loop ends with its first frame, so it accepts no final image.
        end_image_url: {
          ...PICTURE,
          when: { all: [{ not: CHANGES }, { field: 'loop', is: false }] }
        },
        // An extension keeps the ratio of its clip unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'],
          derived: [{ when: { not: EXTENDS }, value: '16:9' }],
          when: { not: MODIFIES }
        },
        model: {
          type: 'choice',
          options: ['ray-3.2', 'ray-2', 'ray-2-flash'],
          derived: [{ when: MODIFIES, value: 'ray-2-flash' }],
          default: 'ray-2'
        },
        resolution: {
          type: 'choice',
          options: ['480p', '720p', '1080p'],
          default: '480p',
          when: { not: CHANGES }
        },
        loop: { type: 'switch', default: false, when: { not: CHANGES } },
        enhancement: { type: 'switch', default: true, more: true },
        video_url: {
          type: 'file',
          accept: 'video',
          max: 1,
          bytes: 50_000_000,
          seconds: 30,
          when: { any: [CHANGES, { field: 'video_id', given: false }] },
          required: CHANGES
        },
        video_id: { type: 'id', when: EXTENDS, required: { all: [EXTENDS, { not: OWN_FILM }] } }
      },
      limits: [
        { when: NEW, field: 'video_url' },
        // The price of the other models depends on a length that the user would have to choose.
        { when: MODIFIES, field: 'model', options: ['ray-2-flash'] },
        // Only Luma itself extends videos, with these models.
        { when: EXTENDS, field: 'model', options: ['ray-2', 'ray-2-flash'] },
        {
          when: NEWEST,
          field: 'aspect_ratio',
          options: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9']
        }
      ],
      opens: { model: 'ray-3.2' },
      // 16 credits per US dollar at fal.
      price: [
        { when: MODIFIES, credits: 2, times: ['video_url:seconds'] },
        {
          when: { all: [REFRAMES, { any: [FLASH, NEWEST] }] },
          credits: 1,
          times: ['video_url:seconds']
        },
        { when: REFRAMES, credits: 3.2, times: ['video_url:seconds'] },
        // Ray 3.2 costs less from an image.
        { when: { all: [NEWEST, PICTURED, LARGE] }, credits: 19.2 },
        { when: { all: [NEWEST, PICTURED, MIDDLE] }, credits: 4.8 },
        { when: { all: [NEWEST, PICTURED] }, credits: 2.4 },
        { when: { all: [FLASH, LARGE] }, credits: 12.8 },
        { when: { all: [FLASH, MIDDLE] }, credits: 6.4 },
        { when: FLASH, credits: 3.2 },
        { when: LARGE, credits: 32 },
        { when: MIDDLE, credits: 16 },
        { credits: 8 }
      ],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'video_url', as: 'video' },
      deadline: 600,
      expected: 90,
      followUps: [
        {
          id: 'extend',
          action: 'videos',
          set: {
            action: 'extend',
            video_id: '$video_id',
            aspect_ratio: '$aspect_ratio',
            resolution: '$resolution'
          }
        }
      ]
    }
  }
})
