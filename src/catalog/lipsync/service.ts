import { defineService } from '#core/service.ts'

const IMAGE = { field: 'source', is: 'image' } as const
const VIDEO = { field: 'source', is: 'video' } as const

export const lipsync = defineService({
  id: 'lipsync',
  path: 'lipsync',
  medium: 'video',
  place: 380,
  serviceId: 'daa7c3cf-9a8d-4571-9a67-f1dfed8a880b',
  actions: {
    videos: {
      fields: {
        source: {
          type: 'choice',
          options: ['image', 'video'],
          derived: [{ when: { field: 'video_url', given: true }, value: 'video' }],
          default: 'image'
        },
        image_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 10_000_000,
          when: IMAGE,
          required: IMAGE
        },
        video_url: {
          type: 'file',
          accept: 'video',
          max: 1,
          bytes: 100_000_000,
          when: VIDEO,
          required: VIDEO
        },
        audio_url: {
          type: 'file',
          accept: 'audio',
          max: 1,
          bytes: 5_000_000,
          seconds: 60,
          required: true
        },
        prompt: { type: 'text', max: 1000, lines: 2, more: true, when: IMAGE }
      },
      // An image with a face costs by the second of audio. A video has at most ten seconds, at one
      // price.
      price: [
        { when: VIDEO, credits: 2.24 },
        { credits: 153.6, times: ['audio_url:seconds'], per: 60 }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 1800,
      expected: 180
    }
  }
})
