import { defineService } from '#core/service.ts'
import {
  VOICED,
  NEW,
  EXTENDING,
  IN_PART,
  OF_A_SONG,
  MODELS,
  CUSTOM,
  SUNG,
  OLD,
  SHARE,
  SECOND,
  LONGEST,
  WITHIN,
  does
} from '#catalog/suno/conditions.ts'

export const suno = defineService({
  id: 'suno',
  path: 'suno',
  medium: 'audio',
  place: 120,
  serviceId: 'f2b646d8-3cfd-46ef-969a-1ea9eebde329',
  examples: [false, false, true, false, false, true].map(instrumental => ({ instrumental })),
  actions: {
    audios: {
      fields: {
        action: {
          type: 'choice',
          options: [...NEW, ...OF_A_SONG, 'mashup', 'inspo'],
          default: 'generate'
        },
        custom: { type: 'switch', default: false },
        prompt: {
          type: 'text',
          max: 500,
          lines: 4,
          when: { not: CUSTOM },
          required: { all: [{ field: 'action', in: NEW }, { not: CUSTOM }] }
        },
        lyric: { type: 'text', max: 5000, lines: 8, when: SUNG },
        lyric_prompt: {
          type: 'text',
          max: 500,
          lines: 2,
          when: { all: [SUNG, { field: 'lyric', given: false }] },
          more: true
        },
        style: { type: 'text', max: 1000, lines: 2, when: CUSTOM },
        title: { type: 'text', max: 100, when: CUSTOM },
        instrumental: { type: 'switch', default: false },
        model: { type: 'choice', options: MODELS, default: 'chirp-v4-5' },
        audio_id: { type: 'id', required: { field: 'action', in: OF_A_SONG } },
        persona_id: { type: 'id', required: { field: 'action', in: VOICED } },
        mashup_audio_ids: {
          type: 'id',
          max: 2,
          like: 'audio_id',
          when: does('mashup'),
          required: does('mashup')
        },
        audio_urls: {
          type: 'file',
          accept: 'audio',
          max: 4,
          list: true,
          bytes: 20_000_000,
          seconds: LONGEST,
          when: does('inspo'),
          required: does('inspo')
        },
        continue_at: { ...SECOND, when: { field: 'action', in: EXTENDING } },
        replace_section_start: {
          ...SECOND,
          when: does('replace_section'),
          required: does('replace_section')
        },
        replace_section_end: {
          ...SECOND,
          when: does('replace_section'),
          required: does('replace_section')
        },
        underpainting_start: { ...SECOND, when: does('underpainting') },
        underpainting_end: { ...SECOND, when: does('underpainting') },
        overpainting_start: { ...SECOND, when: does('overpainting') },
        overpainting_end: { ...SECOND, when: does('overpainting') },
        samples_start: { ...SECOND, when: does('samples') },
        samples_end: { ...SECOND, when: does('samples') },
        variation_category: {
          type: 'choice',
          options: ['subtle', 'normal', 'high'],
          when: does('remaster')
        },
        duration: {
          type: 'number',
          min: 10,
          max: 360,
          step: 1,
          unit: 'seconds',
          when: { field: 'action', in: NEW },
          more: true
        },
        negative_tags: { type: 'text', max: 200, when: CUSTOM, more: true },
        vocal_gender: { type: 'choice', options: ['f', 'm'], when: CUSTOM, more: true },
        weirdness: SHARE,
        style_influence: SHARE,
        audio_weight: { ...SHARE, when: { field: 'action', in: [...OF_A_SONG, 'mashup', 'inspo'] } }
      },
      limits: [
        { when: OLD, field: 'lyric', max: 3000 },
        { when: OLD, field: 'style', max: 200 },
        { when: OLD, field: 'title', max: 80 },
        { when: does('mashup'), field: 'mashup_audio_ids', min: 2 },
        ...IN_PART.map(action => ({
          when: does(action),
          field: `${action}_end`,
          above: `${action}_start`
        }))
      ],
      bounds: [
        { ...WITHIN, field: 'continue_at' },
        ...IN_PART.flatMap(action =>
          [`${action}_start`, `${action}_end`].map(field => ({ ...WITHIN, field }))
        )
      ],
      // 16 credits per US dollar at fal. $0.075 for a song and four minutes of stems are assumed.
      price: [
        { when: does('all_stems'), credits: 2.7 },
        { when: does('stems'), credits: 0.6 },
        { when: does('concat'), credits: 0.2 },
        { credits: 2.4 }
      ],
      outputs: [
        { when: does('concat'), count: 1 },
        { when: does('all_stems'), count: 4 },
        { count: 2 }
      ],
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 600,
      expected: 60,
      followUps: [
        {
          id: 'concat',
          action: 'audios',
          set: { action: 'concat', audio_id: '$id' },
          when: { field: 'request.action', in: EXTENDING },
          atOnce: true
        },
        {
          id: 'extend',
          action: 'audios',
          set: {
            action: 'extend',
            custom: true,
            audio_id: '$id',
            style: '$style',
            model: '$model',
            continue_at: '$duration'
          }
        },
        {
          id: 'cover',
          action: 'audios',
          set: { action: 'cover', custom: true, audio_id: '$id', model: '$model' }
        },
        {
          id: 'voice',
          action: 'audios',
          set: { action: 'artist_consistency', persona_id: '$id', model: '$model' },
          when: { field: 'instrumental', is: false }
        },
        { id: 'stems', action: 'audios', set: { action: 'stems', audio_id: '$id' }, atOnce: true },
        {
          id: 'video',
          action: 'mp4',
          set: { audio_id: '$id' },
          when: { field: 'video_url', given: false },
          atOnce: true
        }
      ]
    },
    lyrics: {
      fields: {
        prompt: { type: 'text', max: 500, lines: 4, required: true },
        model: { type: 'choice', options: ['default', 'remi-v1'], default: 'default', more: true }
      },
      price: [{ credits: 0.05 }],
      outputs: 2,
      envelope: 'list',
      shows: { field: 'text', as: 'text' },
      deadline: 120,
      expected: 6,
      followUps: [
        {
          id: 'sing',
          action: 'audios',
          set: { action: 'generate', custom: true, lyric: '$text', title: '$title' }
        }
      ]
    },
    upload: {
      fields: {
        audio_url: {
          type: 'file',
          accept: 'audio',
          max: 1,
          bytes: 20_000_000,
          seconds: LONGEST,
          required: true
        }
      },
      price: [{ credits: 0.05 }],
      outputs: 1,
      envelope: 'object',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 120,
      expected: 5,
      followUps: [
        {
          id: 'extend',
          action: 'audios',
          set: {
            action: 'upload_extend',
            custom: true,
            audio_id: '$audio_id',
            continue_at: '$duration'
          }
        },
        {
          id: 'cover',
          action: 'audios',
          set: { action: 'upload_cover', custom: true, audio_id: '$audio_id' }
        }
      ]
    },
    mp4: {
      fields: { audio_id: { type: 'id', required: true } },
      bounds: [{ of: 'audio_id', value: 'duration', max: LONGEST }],
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
