import { defineService } from '#core/service.ts'

/** Models that can end on a picture, in their better mode (the vendor's table of what each model can). */
const ENDS = ['kling-v1-5', 'kling-v1-6', 'kling-v2-1'] as const
const MASTERS = ['kling-v2-master', 'kling-v2-1-master'] as const

export const kling = defineService({
  id: 'kling',
  path: 'kling',
  medium: 'video',
  serviceId: '3369e077-2500-4263-86c7-cae0f0e7e843',
  actions: {
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['text2video', 'image2video', 'extend'],
          derived: [
            { when: { field: 'video_id', given: true }, value: 'extend' },
            {
              when: {
                any: [
                  { field: 'start_image_url', given: true },
                  { field: 'end_image_url', given: true }
                ]
              },
              value: 'image2video'
            }
          ],
          default: 'text2video'
        },
        prompt: { type: 'text', max: 500, lines: 4, required: { field: 'action', is: 'text2video' } },
        start_image_url: {
          type: 'file',
          accept: 'image',
          max: 1,
          bytes: 10_000_000,
          when: { not: { field: 'action', is: 'extend' } },
          required: { field: 'action', is: 'image2video' }
        },
        end_image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000, when: { not: { field: 'action', is: 'extend' } } },
        model: {
          type: 'choice',
          options: ['kling-v1', 'kling-v1-5', 'kling-v1-6', 'kling-v2-master', 'kling-v2-1', 'kling-v2-1-master'],
          default: 'kling-v1'
        },
        aspect_ratio: { type: 'choice', look: 'ratio', options: ['1:1', '16:9', '9:16'], default: '1:1' },
        duration: { type: 'choice', options: [5, 10], default: 5 },
        mode: { type: 'choice', options: ['std', 'pro'], default: 'std' },
        cfg_scale: { type: 'number', min: 0, max: 1, step: 0.1, default: 0, more: true },
        negative_prompt: { type: 'text', max: 200, lines: 2, more: true },
        video_id: { type: 'id', required: { field: 'action', is: 'extend' } }
      },
      limits: [
        { when: { field: 'action', is: 'text2video' }, field: 'start_image_url' },
        { when: { field: 'action', is: 'text2video' }, field: 'end_image_url' },
        { when: { field: 'end_image_url', given: true }, field: 'model', options: ENDS },
        { when: { field: 'end_image_url', given: true }, field: 'mode', options: ['pro'] },
        { when: { field: 'model', in: MASTERS }, field: 'mode', options: ['std'] }
      ],
      price: [
        { when: { field: 'model', in: MASTERS }, credits: 8, times: ['duration'], per: 5 },
        { when: { field: 'mode', is: 'pro' }, credits: 3.5, times: ['duration'], per: 5 },
        { credits: 2, times: ['duration'], per: 5 }
      ],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 120,
      followUps: [{ id: 'extend', action: 'videos', set: { action: 'extend', video_id: '$video_id', model: '$model' } }]
    }
  }
})
