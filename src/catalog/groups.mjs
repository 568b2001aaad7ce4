// Written by `npm run gen` from the folders beside it.

/** The groups of strings that services have, a file each of `locales/<language>/`. */
export const serviceGroups = /** @type {const} */ ([
  'chat',
  'flux',
  'gptimage',
  'grokimagine',
  'hailuo',
  'headshots',
  'ideogram',
  'kling',
  'luma',
  'midjourney',
  'nanobanana',
  'pika',
  'pixverse',
  'qrart',
  'seedance',
  'seedream',
  'suno',
  'veo',
  'wan'
])
