/** Actions that make a new song. VOICED ones use the voice of an earlier song. */
export const VOICED_ACTIONS = ['artist_consistency', 'artist_consistency_vox'] as const
export const NEW_SONG_ACTIONS = ['generate', ...VOICED_ACTIONS] as const
export const EXTEND_ACTIONS = ['extend', 'upload_extend'] as const
const STEMS = ['stems', 'all_stems'] as const
/**
 * Actions on a part of an earlier song. Each has fields for the seconds at which the part starts
 * and ends.
 */
export const SECTION_ACTIONS = [
  'replace_section',
  'underpainting',
  'overpainting',
  'samples'
] as const
/** Actions that need an earlier song. */
export const EARLIER_SONG_ACTIONS = [
  ...EXTEND_ACTIONS,
  'cover',
  'upload_cover',
  'concat',
  ...STEMS,
  'remaster',
  ...SECTION_ACTIONS
] as const
/** Actions that use one or more songs, with a weight for them. */
export const REFERENCE_ACTIONS = [...EARLIER_SONG_ACTIONS, 'mashup', 'inspo'] as const

const OLDER = ['chirp-v2-xxl-alpha', 'chirp-v3-0', 'chirp-v3-5', 'chirp-v4'] as const
export const SUNO_MODELS = [
  ...OLDER,
  'chirp-v4-5',
  'chirp-v4-5-plus',
  'chirp-v5',
  'chirp-v5-5',
  'chirp-v6-mini',
  'chirp-v6-wild',
  'chirp-v6'
] as const

/**
 * The user writes the lyrics and style of a custom song. The service invents those of a simple one.
 */
export const IS_CUSTOM_SONG = { field: 'custom', is: true } as const
export const IS_CUSTOM_VOCAL_SONG = {
  all: [IS_CUSTOM_SONG, { not: { field: 'instrumental', is: true } }]
} as const
export const IS_OLDER_MODEL = { field: 'model', in: OLDER } as const
export const SHARE_FIELD = { type: 'number', min: 0, max: 1, step: 0.01, more: true } as const
export const SECONDS_FIELD = { type: 'number', min: 0, max: 600, unit: 'seconds' } as const
/**
 * The longest recording that is accepted, and the longest song that becomes a video, in seconds.
 */
export const MAX_AUDIO_SECONDS = 600
/** Times must be within the song. */
export const WITHIN_SONG = { of: 'audio_id', value: 'duration' } as const

export const actionIs = <const A extends string>(action: A) =>
  ({ field: 'action', is: action }) as const

/** How much a remaster changes a song. */
export const VARIATIONS = ['subtle', 'normal', 'high'] as const
