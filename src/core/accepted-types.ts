import type { FileField } from './field.ts'

/**
 * By `accept` of a field, the media types of its files, as in the attribute `accept`. The server
 * may take audio for a video, since both come in the same containers, so a field for audio accepts
 * both.
 */
export const ACCEPTED_TYPES: Readonly<Record<FileField['accept'], string>> = {
  image: 'image/png,image/jpeg,image/gif,image/bmp,image/webp,image/avif',
  audio: 'audio/*,video/*',
  video: 'video/*',
  media: 'audio/*,video/*'
}
