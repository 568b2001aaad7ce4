import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'
import { defineService } from '#core/service.ts'

const PICTURE = { type: 'file', accept: 'image', bytes: 10_000_000 } as const
const STARTS = { field: 'start_image_url', given: true } as const
const BEFORE = ['seedance-2.0', 'seedance-2.0-mini'] as const
const model = (is: string): Condition => ({ field: 'model', is })
const resolution = (is: string): Condition => ({ field: 'resolution', is })
const second = (credits: number, ...all: Condition[]): PriceRule => ({
  when: { all },
  credits,
  times: ['duration']
})

/** Its defaults cost less than the free credits of a new user. */
export const seedance = defineService({
  id: 'seedance',
  path: 'seedance',
  medium: 'video',
  place: 72,
  serviceId: 'b432d71d-ff71-4e83-ab5d-0ce815857244',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '21:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '16:9' }
  ],
  actions: {
    videos: {
      fields: {
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        start_image_url: { ...PICTURE, max: 1 },
        end_image_url: { ...PICTURE, max: 1, when: STARTS },
        reference_image_urls: { ...PICTURE, max: 9, list: true, when: { not: STARTS } },
        model: {
          type: 'choice',
          options: ['seedance-2.5', ...BEFORE],
          default: 'seedance-2.0-mini'
        },
        // A video that begins with an image keeps the ratio of that image.
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
          default: '16:9',
          when: { not: STARTS }
        },
        resolution: { type: 'choice', options: ['480p', '720p', '1080p'], default: '480p' },
        duration: { type: 'number', min: 4, max: 30, step: 1, default: 4, unit: 'seconds' },
        generate_audio: { type: 'switch', default: true }
      },
      limits: [
        { when: { field: 'model', in: BEFORE }, field: 'resolution', options: ['480p', '720p'] },
        { when: { field: 'model', in: BEFORE }, field: 'duration', max: 15 }
      ],
      // 16 credits per US dollar at fal, for each second.
      price: [
        second(18.7, resolution('1080p')),
        second(7.6, model('seedance-2.5'), resolution('720p')),
        second(3.6, model('seedance-2.5')),
        second(4.9, model('seedance-2.0'), resolution('720p')),
        second(2.3, model('seedance-2.0')),
        second(2.5, resolution('720p')),
        { credits: 1.2, times: ['duration'] }
      ],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'video_url', as: 'video' },
      deadline: 1800,
      expected: 180
    }
  }
})
