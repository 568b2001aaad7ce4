/** Each of these picks one of the four images of a grid. */
export const PICKS = ['upscale1', 'upscale2', 'upscale3', 'upscale4'] as const

/** Actions on a grid of four images. */
export const OF_GRID = [
  ...PICKS,
  'variation1',
  'variation2',
  'variation3',
  'variation4',
  'reroll'
] as const

/** Actions on one image that need no other input. IN_PART changes only a part and needs a mask. */
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
export const PARTIAL_DEEDS = 'variation_region'

/** Actions on an enlarged image. */
export const OF_LARGE = [
  'redo_upscale_2x',
  'redo_upscale_4x',
  'redo_upscale_subtle',
  'redo_upscale_creative'
] as const
