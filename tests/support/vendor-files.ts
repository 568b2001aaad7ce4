import { SAMPLES } from './files.ts'

/** The smallest valid image. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

/** The first bytes of a video, by which it is detected. */
export const FILM = Buffer.from(SAMPLES['video/mp4'] ?? [])
