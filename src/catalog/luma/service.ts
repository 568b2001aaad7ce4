import { defineService } from '#core/service.ts'

const EXTENDS = { field: 'action', is: 'extend' } as const
const OWN_FILM = { field: 'video_url', given: true } as const
/** The faster model, at two fifths of the price. */
const FLASH = { field: 'model', is: 'ray-2-flash' } as const
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
          options: ['generate', 'extend'],
          derived: [
            { when: { any: [{ field: 'video_id', given: true }, OWN_FILM] }, value: 'extend' }
          ],
          default: 'generate'
        },
        prompt: {
          type: 'text',
          max: 2000,
          lines: 4,
          required: { not: { any: [EXTENDS, PICTURED] } }
        },
        start_image_url: { ...PICTURE, when: { not: EXTENDS } },
        // A loop ends with its first frame, so it accepts no final image.
        end_image_url: { ...PICTURE, when: { field: 'loop', is: false } },
        // An extension keeps the ratio of its clip unless the user chooses another.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'],
          derived: [{ when: { not: EXTENDS }, value: '16:9' }]
        },
        model: { type: 'choice', options: ['ray-2', 'ray-2-flash'], default: 'ray-2' },
        resolution: { type: 'choice', options: ['480p', '720p', '1080p'], default: '480p' },
        loop: { type: 'switch', default: false },
        enhancement: { type: 'switch', default: true, more: true },
        video_url: {
          type: 'file',
          accept: 'video',
          max: 1,
          bytes: 10_000_000,
          more: true,
          when: { field: 'video_id', given: false }
        },
        video_id: { type: 'id', when: EXTENDS, required: { all: [EXTENDS, { not: OWN_FILM }] } }
      },
      limits: [{ when: { not: EXTENDS }, field: 'video_url' }],
      price: [
        { when: { all: [FLASH, { field: 'resolution', is: '1080p' }] }, credits: 3.2 },
        { when: { all: [FLASH, { field: 'resolution', is: '720p' }] }, credits: 1.6 },
        { when: FLASH, credits: 0.8 },
        { when: { field: 'resolution', is: '1080p' }, credits: 8 },
        { when: { field: 'resolution', is: '720p' }, credits: 4 },
        { credits: 2 }
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
