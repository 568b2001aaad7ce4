import {
  VOICED_ACTIONS,
  NEW_SONG_ACTIONS,
  EXTEND_ACTIONS,
  SECTION_ACTIONS,
  EARLIER_SONG_ACTIONS,
  REFERENCE_ACTIONS,
  SUNO_MODELS,
  IS_CUSTOM_SONG,
  IS_CUSTOM_VOCAL_SONG,
  IS_OLDER_MODEL,
  SHARE_FIELD,
  SECONDS_FIELD,
  VARIATIONS,
  MAX_AUDIO_SECONDS,
  WITHIN_SONG,
  actionIs
} from '#catalog/suno/conditions.ts'
import { defineService } from '#core/service.ts'

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
          options: [...NEW_SONG_ACTIONS, ...REFERENCE_ACTIONS],
          default: 'generate'
        },
        custom: { type: 'switch', default: false },
        prompt: {
          type: 'text',
          max: 500,
          lines: 4,
          when: { not: IS_CUSTOM_SONG },
          required: { all: [{ field: 'action', in: NEW_SONG_ACTIONS }, { not: IS_CUSTOM_SONG }] }
        },
        lyric: { type: 'text', max: 5000, lines: 8, when: IS_CUSTOM_VOCAL_SONG },
        lyric_prompt: {
          type: 'text',
          max: 500,
          lines: 2,
          when: { all: [IS_CUSTOM_VOCAL_SONG, { field: 'lyric', given: false }] },
          more: true
        },
        style: { type: 'text', max: 1000, lines: 2, when: IS_CUSTOM_SONG },
        title: { type: 'text', max: 100, when: IS_CUSTOM_SONG },
        instrumental: { type: 'switch', default: false },
        model: { type: 'choice', options: SUNO_MODELS, default: 'chirp-v4-5' },
        audio_id: { type: 'id', required: { field: 'action', in: EARLIER_SONG_ACTIONS } },
        persona_id: { type: 'id', required: { field: 'action', in: VOICED_ACTIONS } },
        mashup_audio_ids: {
          type: 'id',
          max: 2,
          like: 'audio_id',
          when: actionIs('mashup'),
          required: actionIs('mashup')
        },
        audio_urls: {
          type: 'file',
          accept: 'audio',
          max: 4,
          list: true,
          bytes: 20_000_000,
          seconds: MAX_AUDIO_SECONDS,
          when: actionIs('inspo'),
          required: actionIs('inspo')
        },
        continue_at: { ...SECONDS_FIELD, when: { field: 'action', in: EXTEND_ACTIONS } },
        replace_section_start: {
          ...SECONDS_FIELD,
          when: actionIs('replace_section'),
          required: actionIs('replace_section')
        },
        replace_section_end: {
          ...SECONDS_FIELD,
          when: actionIs('replace_section'),
          required: actionIs('replace_section')
        },
        underpainting_start: { ...SECONDS_FIELD, when: actionIs('underpainting') },
        underpainting_end: { ...SECONDS_FIELD, when: actionIs('underpainting') },
        overpainting_start: { ...SECONDS_FIELD, when: actionIs('overpainting') },
        overpainting_end: { ...SECONDS_FIELD, when: actionIs('overpainting') },
        samples_start: { ...SECONDS_FIELD, when: actionIs('samples') },
        samples_end: { ...SECONDS_FIELD, when: actionIs('samples') },
        variation_category: { type: 'choice', options: VARIATIONS, when: actionIs('remaster') },
        duration: {
          type: 'number',
          min: 10,
          max: 360,
          step: 1,
          unit: 'seconds',
          when: { field: 'action', in: NEW_SONG_ACTIONS },
          more: true
        },
        negative_tags: { type: 'text', max: 200, when: IS_CUSTOM_SONG, more: true },
        vocal_gender: { type: 'choice', options: ['f', 'm'], when: IS_CUSTOM_SONG, more: true },
        weirdness: SHARE_FIELD,
        style_influence: SHARE_FIELD,
        audio_weight: { ...SHARE_FIELD, when: { field: 'action', in: REFERENCE_ACTIONS } }
      },
      limits: [
        { when: IS_OLDER_MODEL, field: 'lyric', max: 3000 },
        { when: IS_OLDER_MODEL, field: 'style', max: 200 },
        { when: IS_OLDER_MODEL, field: 'title', max: 80 },
        { when: actionIs('mashup'), field: 'mashup_audio_ids', min: 2 },
        ...SECTION_ACTIONS.map(action => ({
          when: actionIs(action),
          field: `${action}_end`,
          above: `${action}_start`
        }))
      ],
      bounds: [
        { ...WITHIN_SONG, field: 'continue_at' },
        ...SECTION_ACTIONS.flatMap(action =>
          [`${action}_start`, `${action}_end`].map(field => ({ ...WITHIN_SONG, field }))
        )
      ],
      // 16 credits per US dollar at fal. $0.075 for a song and four minutes of stems are assumed.
      price: [
        { when: actionIs('all_stems'), credits: 2.7 },
        { when: actionIs('stems'), credits: 0.6 },
        { when: actionIs('concat'), credits: 0.2 },
        { credits: 2.4 }
      ],
      outputs: [
        { when: actionIs('concat'), count: 1 },
        { when: actionIs('all_stems'), count: 4 },
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
          when: { field: 'request.action', in: EXTEND_ACTIONS },
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
          seconds: MAX_AUDIO_SECONDS,
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
      bounds: [{ of: 'audio_id', value: 'duration', max: MAX_AUDIO_SECONDS }],
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
