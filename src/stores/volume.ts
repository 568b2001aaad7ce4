import { readDraft, saveDraft } from '#stores/drafts.ts'

/** The draft key under which the volume is saved. */
const KEY = 'player:volume'

/** Returns the volume of tracks, from 0 to 100. */
export function readVolume(): number {
  const kept = Number(readDraft(KEY) || '100')
  return Number.isFinite(kept) ? Math.min(Math.max(Math.round(kept), 0), 100) : 100
}

export function saveVolume(volume: number): void {
  saveDraft(KEY, String(volume))
}
