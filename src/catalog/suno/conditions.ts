/** Actions that make a new song. VOICED ones use the voice of an earlier song. */
export const VOICED = ['artist_consistency', 'artist_consistency_vox'] as const
export const NEW = ['generate', ...VOICED] as const
export const EXTENDING = ['extend', 'upload_extend'] as const
const STEMS = ['stems', 'all_stems'] as const
/**
 * Actions on a part of an earlier song. Each has fields for the seconds at which the part starts
 * and ends.
 */
export const IN_PART = ['replace_section', 'underpainting', 'overpainting', 'samples'] as const
/** Actions that need an earlier song. */
export const OF_A_SONG = [
  ...EXTENDING,
  'cover',
  'upload_cover',
  'concat',
  ...STEMS,
  'remaster',
  ...IN_PART
] as const

const OLDER = ['chirp-v2-xxl-alpha', 'chirp-v3-0', 'chirp-v3-5', 'chirp-v4'] as const
export const MODELS = [
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
export const CUSTOM = { field: 'custom', is: true } as const
export const SUNG = { all: [CUSTOM, { not: { field: 'instrumental', is: true } }] } as const
export const OLD = { field: 'model', in: OLDER } as const
export const SHARE = { type: 'number', min: 0, max: 1, step: 0.01, more: true } as const
export const SECOND = { type: 'number', min: 0, max: 600, unit: 'seconds' } as const
/**
 * The longest recording that is accepted, and the longest song that becomes a video, in seconds.
 */
export const LONGEST = 600
/** Times must be within the song. */
export const WITHIN = { of: 'audio_id', value: 'duration' } as const

export const does = <const A extends string>(action: A) =>
  ({ field: 'action', is: action }) as const
