import { readDraft, saveDraft } from '#stores/drafts.ts'

/** Under which name it is kept. */
const KEY = 'player:volume'

/** How loud songs are played, from 0 to 100. */
export function readVolume(): number {
  const kept = Number(readDraft(KEY) || '100')
  return Number.isFinite(kept) ? Math.min(Math.max(Math.round(kept), 0), 100) : 100
}

export function saveVolume(volume: number): void {
  saveDraft(KEY, String(volume))
}
