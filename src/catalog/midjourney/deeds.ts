/** Each of these picks one of the four images of a grid. */
export const GRID_UPSCALES = ['upscale1', 'upscale2', 'upscale3', 'upscale4'] as const

/** Actions on a grid of four images. */
export const GRID_ACTIONS = [
  ...GRID_UPSCALES,
  'variation1',
  'variation2',
  'variation3',
  'variation4',
  'reroll'
] as const

/** Actions on one image that need no other input. IN_PART changes only a part and needs a mask. */
export const IMAGE_ACTIONS = [
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
export const REGION_ACTION = 'variation_region'

/** Actions on an enlarged image. */
export const ENLARGED_ACTIONS = [
  'redo_upscale_2x',
  'redo_upscale_4x',
  'redo_upscale_subtle',
  'redo_upscale_creative'
] as const
