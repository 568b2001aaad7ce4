import { KLING_PRICE } from '#catalog/kling/price.ts'
import { defineService } from '#core/service.ts'

const MASTERS = ['kling-v2-master', 'kling-v2-1-master'] as const
const THIRD = ['kling-v3', 'kling-v3-omni'] as const
/** Models that accept reference images and videos. */
const OMNI = ['kling-v3-omni', 'kling-o1'] as const
/**
 * Models that accept a final image, by the vendor's capability table. The older ones accept it in
 * pro mode only.
 */
const ENDS_IN_PRO = [
  'kling-v1-5',
  'kling-v1-6',
  'kling-v2-1',
  'kling-v2-5-turbo',
  'kling-v2-6'
] as const
const ENDS = [...ENDS_IN_PRO, ...THIRD, 'kling-o1'] as const

/** Models that give a person in an image the movements of a video. */
const MOVERS = ['kling-v2-6', 'kling-v3'] as const

const EXTENDS = { field: 'action', is: 'extend' } as const
const MOVES = { field: 'action', is: 'motion' } as const
const ENDING = { field: 'end_image_url', given: true } as const
const PICTURED = { any: [{ field: 'start_image_url', given: true }, ENDING] } as const
const PICTURE = {
  type: 'file',
  accept: 'image',
  max: 1,
  bytes: 10_000_000,
  least: 300,
  when: { not: EXTENDS }
} as const

/** One axis of a camera that the user moves freely. */
const MOVE = {
  type: 'number',
  min: -10,
  max: 10,
  more: true,
  when: { field: 'camera_control.type', is: 'simple' }
} as const

export const kling = defineService({
  id: 'kling',
  path: 'kling',
  medium: 'video',
  place: 60,
  serviceId: '3369e077-2500-4263-86c7-cae0f0e7e843',
  examples: [
    { aspect_ratio: '16:9' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' },
    { aspect_ratio: '9:16' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '1:1' }
  ],
  actions: {
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['text2video', 'image2video', 'motion', 'extend'],
          derived: [
            { when: { field: 'video_id', given: true }, value: 'extend' },
            { when: { field: 'video_url', given: true }, value: 'motion' },
            { when: PICTURED, value: 'image2video' }
          ],
          default: 'text2video'
        },
        prompt: {
          type: 'text',
          max: 500,
          lines: 4,
          required: { field: 'action', is: 'text2video' }
        },
        start_image_url: {
          ...PICTURE,
          required: { field: 'action', in: ['image2video', 'motion'] }
        },
        end_image_url: { ...PICTURE, when: { field: 'action', in: ['text2video', 'image2video'] } },
        video_url: {
          type: 'file',
          accept: 'video',
          max: 1,
          bytes: 50_000_000,
          seconds: 30,
          when: MOVES,
          required: MOVES
        },
        model: {
          type: 'choice',
          options: [
            'kling-v1',
            'kling-v1-5',
            'kling-v1-6',
            'kling-v2-master',
            'kling-v2-1',
            'kling-v2-1-master',
            'kling-v2-5-turbo',
            'kling-v2-6',
            ...THIRD,
            'kling-o1'
          ],
          derived: [{ when: MOVES, value: 'kling-v2-6' }],
          default: 'kling-v1'
        },
        image_list: {
          type: 'file',
          accept: 'image',
          max: 7,
          list: true,
          key: 'image_url',
          bytes: 10_000_000,
          least: 300,
          when: { field: 'model', in: OMNI }
        },
        video_list: {
          type: 'file',
          accept: 'video',
          max: 1,
          list: true,
          key: 'video_url',
          bytes: 50_000_000,
          when: { field: 'model', in: OMNI }
        },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '16:9', '9:16'],
          default: '1:1'
        },
        duration: {
          type: 'choice',
          options: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
          default: 5,
          // With a video that gives the movements, that video sets the length.
          when: { not: MOVES }
        },
        mode: { type: 'choice', options: ['std', 'pro', '4k'], default: 'std' },
        generate_audio: {
          type: 'switch',
          default: false,
          when: { all: [{ not: MOVES }, { field: 'model', in: ['kling-v2-6', ...THIRD] }] }
        },
        cfg_scale: { type: 'number', min: 0, max: 1, step: 0.01, default: 0, more: true },
        negative_prompt: { type: 'text', max: 200, lines: 2, more: true },
        'camera_control.type': {
          type: 'choice',
          look: 'pictures',
          options: ['simple', 'down_back', 'forward_up', 'left_turn_forward', 'right_turn_forward'],
          more: true
        },
        'camera_control.config.horizontal': MOVE,
        'camera_control.config.vertical': MOVE,
        'camera_control.config.pan': MOVE,
        'camera_control.config.tilt': MOVE,
        'camera_control.config.roll': MOVE,
        'camera_control.config.zoom': MOVE,
        video_id: { type: 'id', required: EXTENDS }
      },
      limits: [
        { when: { field: 'action', is: 'text2video' }, field: 'start_image_url' },
        { when: { field: 'action', is: 'text2video' }, field: 'end_image_url' },
        { when: MOVES, field: 'model', options: MOVERS },
        { when: MOVES, field: 'mode', options: ['std', 'pro'] },
        { when: ENDING, field: 'model', options: ENDS },
        {
          when: { all: [ENDING, { not: { field: 'model', in: [...THIRD, 'kling-o1'] } }] },
          field: 'mode',
          options: ['pro']
        },
        { when: { field: 'model', in: MASTERS }, field: 'mode', options: ['std'] },
        { when: { not: { field: 'model', in: THIRD } }, field: 'mode', options: ['std', 'pro'] },
        { when: { not: { field: 'model', in: THIRD } }, field: 'duration', options: [5, 10] }
      ],
      opens: { model: 'kling-v2-5-turbo', mode: 'pro' },
      price: KLING_PRICE,
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'video_url', as: 'video' },
      deadline: 900,
      expected: 120,
      followUps: [
        {
          id: 'extend',
          action: 'videos',
          set: {
            action: 'extend',
            video_id: '$video_id',
            model: '$model',
            aspect_ratio: '$aspect_ratio'
          }
        }
      ]
    }
  }
})
