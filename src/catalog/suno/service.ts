import { defineService } from '#core/service.ts'

/** Actions of an API user that begin with an earlier song. */
const OF_A_SONG = ['extend', 'cover', 'concat', 'stems', 'upload_extend', 'upload_cover', 'remaster', 'replace_section'] as const

const MODELS = ['chirp-v2-xxl-alpha', 'chirp-v3-0', 'chirp-v3-5', 'chirp-v4', 'chirp-v4-5', 'chirp-v4-5-plus', 'chirp-v5'] as const

/** A song of one's own words: what a simple one leaves to the service. */
const CUSTOM = { field: 'custom', is: true } as const
const NEW = { not: { field: 'action', in: OF_A_SONG } } as const
const EXTENDS = { field: 'action', in: ['extend', 'upload_extend'] } as const

export const suno = defineService({
  id: 'suno',
  path: 'suno',
  medium: 'music',
  serviceId: 'f2b646d8-3cfd-46ef-969a-1ea9eebde329',
  actions: {
    audios: {
      fields: {
        action: { type: 'choice', options: ['generate', ...OF_A_SONG], default: 'generate' },
        custom: { type: 'switch', default: false },
        prompt: { type: 'text', max: 500, lines: 4, when: { not: CUSTOM }, required: { all: [NEW, { not: CUSTOM }] } },
        lyric: { type: 'text', max: 5000, lines: 8, when: { all: [CUSTOM, { not: { field: 'instrumental', is: true } }] } },
        style: { type: 'text', max: 200, lines: 2, when: CUSTOM },
        title: { type: 'text', max: 80, when: CUSTOM },
        instrumental: { type: 'switch', default: false },
        model: { type: 'choice', options: MODELS, default: 'chirp-v4-5' },
        audio_id: { type: 'id', required: { field: 'action', in: OF_A_SONG } },
        continue_at: { type: 'number', min: 0, max: 600, unit: 'seconds', when: EXTENDS },
        negative_tags: { type: 'text', max: 200, when: CUSTOM, more: true },
        vocal_gender: { type: 'choice', options: ['f', 'm'], when: CUSTOM, more: true },
        weirdness: { type: 'number', min: 0, max: 1, step: 0.05, more: true },
        style_influence: { type: 'number', min: 0, max: 1, step: 0.05, more: true }
      },
      limits: [{ when: { field: 'model', in: MODELS.slice(0, 4) }, field: 'lyric', max: 3000 }],
      price: [
        { when: { field: 'action', is: 'stems' }, credits: 0.6 },
        { when: { field: 'action', is: 'concat' }, credits: 0.2 },
        { credits: 1.2 }
      ],
      outputs: 2,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 600,
      expected: 60,
      followUps: [
        {
          id: 'extend',
          action: 'audios',
          set: { action: 'extend', custom: true, audio_id: '$id', style: '$style', model: '$model', continue_at: '$duration' }
        },
        { id: 'cover', action: 'audios', set: { action: 'cover', custom: true, audio_id: '$id', model: '$model' } },
        { id: 'stems', action: 'audios', set: { action: 'stems', audio_id: '$id' }, atOnce: true },
        {
          id: 'concat',
          action: 'audios',
          set: { action: 'concat', audio_id: '$id' },
          when: { field: 'request.action', in: ['extend', 'upload_extend'] },
          atOnce: true
        },
        { id: 'video', action: 'mp4', set: { audio_id: '$id' }, when: { field: 'video_url', given: false }, atOnce: true }
      ]
    },
    lyrics: {
      fields: {
        prompt: { type: 'text', max: 500, lines: 4, required: true },
        model: { type: 'choice', options: ['default', 'remi-v1'], default: 'default', more: true }
      },
      price: [{ credits: 0.02 }],
      outputs: 2,
      envelope: 'list',
      shows: { field: 'text', as: 'text' },
      deadline: 120,
      expected: 6,
      followUps: [{ id: 'sing', action: 'audios', set: { action: 'generate', custom: true, lyric: '$text', title: '$title' } }]
    },
    upload: {
      fields: { audio_url: { type: 'file', accept: 'audio', max: 1, bytes: 20_000_000, required: true } },
      price: [{ credits: 0.05 }],
      outputs: 1,
      envelope: 'object',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 120,
      expected: 5,
      followUps: [
        { id: 'extend', action: 'audios', set: { action: 'upload_extend', custom: true, audio_id: '$audio_id', continue_at: '$duration' } }
      ]
    },
    mp4: {
      fields: { audio_id: { type: 'id', required: true } },
      price: [{ credits: 0.1 }],
      outputs: 1,
      envelope: 'object',
      shows: { field: 'video_url', as: 'video' },
      deadline: 300,
      expected: 20,
      hidden: true
    }
  }
})
