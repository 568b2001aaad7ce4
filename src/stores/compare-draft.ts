import { isJsonRecord, textAt } from '#client/json.ts'
import type { Medium } from '#core/service.ts'
import { readDraft } from '#stores/drafts.ts'

/** The form of a comparison that was not sent: its prompt, and the keys of its models. */
type CompareDraft = { prompt: string; keys: readonly string[] }

/** Returns the key under which the form of a kind is saved. */
export function compareDraftKey(kind: Medium): string {
  return `compare:${kind}`
}

/** Returns the place of a comparison whose runs are about to begin. */
export function comparisonKey(id: string): string {
  return `comparison:${id}`
}

export function serializeCompareDraft({ prompt, keys }: CompareDraft): string {
  return JSON.stringify({ prompt, keys })
}

/** Reads the saved form of a kind; null if there is none. */
export function readCompareDraft(kind: Medium): CompareDraft | null {
  try {
    const saved: unknown = JSON.parse(readDraft(compareDraftKey(kind)))
    if (!isJsonRecord(saved)) return null
    const { keys } = saved
    return {
      prompt: textAt(saved, 'prompt'),
      keys: Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
    }
  } catch {
    return null
  }
}
