/** One of four pictures alone. */
export const PICKS = ['upscale1', 'upscale2', 'upscale3', 'upscale4'] as const

/** What a grid of four pictures can become. */
export const OF_GRID = [...PICKS, 'variation1', 'variation2', 'variation3', 'variation4', 'reroll'] as const

/** What can be done with one picture, at once or, in a part of it, with a mask. */
export const OF_ONE = [
  'upscale_2x',
  'upscale_4x',
  'upscale_subtle',
  'upscale_creative',
  'variation_subtle',
  'variation_strong',
  'zoom_out_2x',
  'zoom_out_1_5x',
  'pan_left',
  'pan_right',
  'pan_up',
  'pan_down',
  'square'
] as const
export const IN_PART = 'variation_region'

/** And once more with one that was made larger. */
export const OF_LARGE = ['redo_upscale_2x', 'redo_upscale_4x', 'redo_upscale_subtle', 'redo_upscale_creative'] as const
