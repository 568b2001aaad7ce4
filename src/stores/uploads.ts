import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'
import type { FileField } from '#core/field.ts'

/** A file that is being uploaded into a field. */
export type Upload = {
  key: number
  field: string
  name: string
  /** From 0 to 1. */ part: number
  cancel(): void
}

/** The pending uploads of all fields. */
export const $uploads = atom<readonly Upload[]>([])

onReset(() => {
  for (const { cancel } of $uploads.get()) cancel()
  $uploads.set([])
})

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
