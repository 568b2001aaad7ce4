import {
  REGION_ACTION,
  GRID_ACTIONS,
  ENLARGED_ACTIONS,
  IMAGE_ACTIONS,
  GRID_UPSCALES
} from '#catalog/midjourney/deeds.ts'
import { PROMPT_ELEMENTS } from '#catalog/midjourney/elements.ts'
import { defineService } from '#core/service.ts'

const AT_ONCE = [...GRID_ACTIONS, ...IMAGE_ACTIONS, ...ENLARGED_ACTIONS] as const

const GENERATE = { field: 'action', is: 'generate' } as const
const REGION = { field: 'action', is: REGION_ACTION } as const
const EXTEND = { field: 'action', is: 'extend' } as const
const NIJI = { field: 'model', is: 'niji' } as const
const HD = { field: 'hd', is: true } as const
const TURBO = { field: 'mode', is: 'turbo' } as const
const RELAX = { field: 'mode', is: 'relax' } as const
const FOURFOLD = { field: 'action', in: ['upscale_4x', 'redo_upscale_4x'] } as const
const GRID = { field: 'actions', has: 'upscale1' } as const
const SINGLE = { not: GRID } as const

const MODE = { type: 'choice', options: ['fast', 'relax', 'turbo'], default: 'fast' } as const
const PICTURE = { type: 'file', accept: 'image', max: 1, bytes: 10_000_000 } as const
const SHAPES = {
  type: 'choice',
  look: 'ratio',
  options: ['1:1', '4:3', '3:4', '16:9', '9:16']
} as const

/** Maximum number of phrases of one subject in a prompt. */
const MOST = 8

/** Fields that become flags after the words of a new prompt. Forms show them under "More". */
const ASIDE = { when: GENERATE, more: true } as const
const element = <const O extends readonly string[]>(options: O) =>
  ({ type: 'choice', look: 'pictures', options, max: MOST, ...ASIDE }) as const

export const midjourney = defineService({
  id: 'midjourney',
  path: 'midjourney',
  medium: 'image',
  place: 10,
  serviceId: 'd87e5e99-b797-4ade-9e73-b896896b0461',
  examples: [
    { aspect_ratio: '4:3' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '3:4' },
    { aspect_ratio: '16:9' },
    { aspect_ratio: '4:3' },
    { aspect_ratio: '9:16' }
  ],
  actions: {
    imagine: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', ...AT_ONCE, REGION_ACTION],
          default: 'generate'
        },
        prompt: { type: 'text', max: 4000, lines: 4, required: GENERATE },
        image_urls: { ...PICTURE, max: 5, when: GENERATE },
        mask: { ...PICTURE, masks: 'image_id', when: REGION, required: REGION },
        aspect_ratio: { ...SHAPES, default: '1:1', when: GENERATE },
        model: {
          type: 'choice',
          look: 'pictures',
          options: ['general', 'niji'],
          default: 'general',
          when: GENERATE
        },
        version: {
          type: 'choice',
          options: ['8.2', '8.1', '8', '7', '6.1', '6.0', '5.2', '5.1', '5.0', '4', '3', '2', '1'],
          renamed: { '8.0': '8', '7.0': '7', '6': '6.0', '5': '5.0' },
          default: '6.1',
          when: { all: [GENERATE, { not: NIJI }] }
        },
        mode: MODE,
        hd: {
          type: 'switch',
          default: false,
          when: { all: [GENERATE, { not: NIJI }, { field: 'version', in: ['8.2', '8.1', '8'] }] }
        },
        'elements.style': element(PROMPT_ELEMENTS.style),
        'elements.lighting': element(PROMPT_ELEMENTS.lighting),
        'elements.artist': element(PROMPT_ELEMENTS.artist),
        'elements.material': element(PROMPT_ELEMENTS.material),
        'elements.camera': element(PROMPT_ELEMENTS.camera),
        'elements.mood': element(PROMPT_ELEMENTS.mood),
        'elements.chinese': element(PROMPT_ELEMENTS.chinese),
        'elements.special': element(PROMPT_ELEMENTS.special),
        style: {
          type: 'choice',
          options: ['raw', 'cute', 'expressive', 'scenic', 'original'],
          ...ASIDE
        },
        quality: {
          type: 'choice',
          options: ['.25', '.5', '1', '2', '4'],
          renamed: { '0.25': '.25', '0.5': '.5' },
          typed: { in: 'prompt', flags: ['quality', 'q'] },
          default: '1',
          ...ASIDE
        },
        stylize: { type: 'number', min: 0, max: 1000, step: 1, default: 100, ...ASIDE },
        chaos: { type: 'number', min: 0, max: 100, step: 1, default: 0, ...ASIDE },
        weird: { type: 'number', min: 0, max: 1000, step: 1, default: 0, ...ASIDE },
        iw: {
          type: 'number',
          min: 0,
          max: 2,
          step: 0.1,
          default: 1,
          more: true,
          when: { all: [GENERATE, { field: 'image_urls', given: true }] }
        },
        no: { type: 'text', max: 200, also: ['negative_prompt'], ...ASIDE },
        style_reference: { type: 'text', max: 2000, ...ASIDE },
        moodboard: { type: 'text', max: 200, ...ASIDE },
        translation: { type: 'switch', default: false, more: true },
        split_images: { type: 'switch', default: false, more: true },
        image_id: { type: 'id', required: { not: GENERATE } }
      },
      limits: [
        { when: NIJI, field: 'style', options: ['cute', 'expressive', 'scenic', 'original'] },
        { when: { not: NIJI }, field: 'style', options: ['raw'] }
      ],
      bounds: [{ of: 'image_id', value: 'actions', field: 'action' }],
      price: [
        { when: { field: 'action', in: GRID_UPSCALES }, credits: 0.1 },
        { when: { all: [HD, TURBO] }, credits: 3.2, times: ['quality'] },
        { when: { all: [HD, RELAX] }, credits: 0.8, times: ['quality'] },
        { when: HD, credits: 1.6, times: ['quality'] },
        { when: { all: [FOURFOLD, TURBO] }, credits: 1.6 },
        { when: { all: [FOURFOLD, RELAX] }, credits: 0.4 },
        { when: FOURFOLD, credits: 0.8 },
        { when: TURBO, credits: 0.8, times: ['quality'] },
        { when: RELAX, credits: 0.2, times: ['quality'] },
        { credits: 0.4, times: ['quality'] }
      ],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'raw_image_url', as: 'image', tiled: GRID },
      deadline: 480,
      expected: 45,
      followUps: [
        ...AT_ONCE.map(id => ({
          id,
          action: 'imagine',
          set: { action: id, image_id: '$image_id', mode: '$mode' },
          when: { field: 'actions', has: id },
          atOnce: true as const
        })),
        {
          id: REGION_ACTION,
          action: 'imagine',
          set: { action: REGION_ACTION, image_id: '$image_id', mode: '$mode' },
          when: { field: 'actions', has: REGION_ACTION }
        },
        { id: 'animate', action: 'videos', set: { image_url: '$image_url' }, when: SINGLE },
        {
          id: 'describe',
          action: 'describe',
          set: { image_url: '$image_url' },
          when: SINGLE,
          atOnce: true
        }
      ]
    },
    videos: {
      fields: {
        action: {
          type: 'choice',
          options: ['generate', 'extend'],
          derived: [{ when: { field: 'video_id', given: true }, value: 'extend' }],
          default: 'generate'
        },
        prompt: { type: 'text', max: 1000, lines: 4, required: GENERATE },
        image_url: { ...PICTURE, when: GENERATE, required: GENERATE },
        // A loop ends with its first frame, so it accepts no final image.
        end_image_url: { ...PICTURE, when: { field: 'loop', is: false } },
        resolution: { type: 'choice', options: ['480p', '720p'], default: '480p' },
        mode: MODE,
        loop: { type: 'switch', default: false },
        video_index: { type: 'choice', options: [0, 1, 2, 3], default: 0, when: EXTEND },
        video_id: { type: 'id', required: EXTEND }
      },
      price: [
        { when: { all: [{ field: 'resolution', is: '720p' }, TURBO] }, credits: 12 },
        { when: { all: [{ field: 'resolution', is: '720p' }, RELAX] }, credits: 3.5 },
        { when: { field: 'resolution', is: '720p' }, credits: 6.5 },
        { when: TURBO, credits: 6 },
        { when: RELAX, credits: 1.8 },
        { credits: 3.2 }
      ],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'video_urls', as: 'video' },
      deadline: 900,
      expected: 90,
      followUps: [
        {
          id: 'extend',
          action: 'videos',
          set: {
            action: 'extend',
            video_id: '$video_id',
            video_index: '$index',
            resolution: '$resolution',
            mode: '$mode'
          }
        }
      ]
    },
    describe: {
      fields: { image_url: { ...PICTURE, required: true } },
      price: [{ credits: 0.1 }],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'descriptions', as: 'text' },
      deadline: 120,
      expected: 5,
      followUps: [
        { id: 'imagine', action: 'imagine', set: { action: 'generate', prompt: '$descriptions' } }
      ]
    }
  }
})
