import { atom } from 'nanostores'
import { onReset } from '#stores/persisted.ts'

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
