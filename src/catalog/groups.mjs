// Written by `npm run gen` from the folders beside it.

/** The groups of strings that services have, a file each of `locales/<language>/`. */
export const serviceGroups = /** @type {const} */ ([
  'chat',
  'cutout',
  'elevenmusic',
  'erase',
  'flux',
  'gptimage',
  'grokimagine',
  'hailuo',
  'headshots',
  'ideogram',
  'kling',
  'lipsync',
  'luma',
  'lyria',
  'midjourney',
  'minimaxmusic',
  'nanobanana',
  'outpaint',
  'pika',
  'pixverse',
  'qrart',
  'seedance',
  'seedream',
  'speech',
  'suno',
  'transcribe',
  'upscale',
  'veo',
  'wan'
])
