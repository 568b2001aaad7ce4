import type { FollowUp } from '#core/service.ts'

/** Makes the result again, with another seed. Services with a seed field empty it. */
export const VARIATION = {
  id: 'variation',
  action: 'images',
  repeats: true,
  set: {},
  atOnce: true
} as const satisfies FollowUp

/** Opens the tool that upscales an image. */
export const UPSCALE = {
  id: 'upscale',
  service: 'upscale',
  action: 'images',
  set: { image_url: '$image_url' }
} as const satisfies FollowUp

/** Opens the tool that makes a video of an image. */
export const ANIMATE = {
  id: 'animate',
  service: 'kling',
  action: 'videos',
  set: { start_image_url: '$image_url' }
} as const satisfies FollowUp
