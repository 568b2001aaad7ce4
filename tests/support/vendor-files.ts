import { SAMPLES } from './files.ts'

/** The smallest picture that is one. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

/** Told a film by its first bytes. */
export const FILM = Buffer.from(SAMPLES['video/mp4'] ?? [])
