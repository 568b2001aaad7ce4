import { defineService } from '#core/service.ts'

const PICTURE = { type: 'file', accept: 'image', bytes: 10_000_000 } as const
const STARTS = { field: 'start_image_url', given: true } as const

export const wan = defineService({
  id: 'wan',
  path: 'wan',
  medium: 'video',
  place: 74,
  serviceId: 'fa86e6ef-3aac-4508-8677-2661155fc539',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '4:3' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' }
  ],
  actions: {
    videos: {
      fields: {
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        start_image_url: { ...PICTURE, max: 1 },
        end_image_url: { ...PICTURE, max: 1, when: STARTS },
        reference_image_urls: { ...PICTURE, max: 10, list: true, when: { not: STARTS } },
        model: { type: 'choice', options: ['wan-3.0'], default: 'wan-3.0' },
        // A video that begins with an image keeps the ratio of that image.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['16:9', '9:16', '1:1', '4:3', '3:4'],
          default: '16:9',
          when: { not: STARTS }
        },
        resolution: { type: 'choice', options: ['480p', '720p', '1080p'], default: '480p' },
        duration: { type: 'number', min: 2, max: 30, step: 1, default: 5, unit: 'seconds' },
        generate_audio: { type: 'switch', default: true },
        seed: { type: 'number', min: 0, max: 2_147_483_647, step: 1, more: true }
      },
      // 16 credits per US dollar at fal, for each second.
      price: [
        { when: { field: 'resolution', is: '1080p' }, credits: 3.2, times: ['duration'] },
        { when: { field: 'resolution', is: '720p' }, credits: 1.6, times: ['duration'] },
        { credits: 0.8, times: ['duration'] }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 1800,
      expected: 180
    }
  }
})
