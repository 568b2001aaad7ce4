import { isJsonRecord } from '#client/json.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

type Drafts = Readonly<Record<string, string>>

const NONE: Drafts = {}

/**
 * Limits: the number of drafts, and the characters of all drafts together. The oldest are dropped.
 */
const MAX_DRAFTS = 20
const MAX_CHARACTERS = 40_000

export const $drafts = createPersistedAtom<Drafts>('drafts', NONE, parseDrafts)

/**
 * Returns the key of a draft: the conversation's id, or the group in which a new one would begin.
 */
export function draftKey(group: ChatGroupId, id: string | null): string {
  return id ?? `new:${group}`
}

export function readDraft(key: string): string {
  return $drafts.get()[key] ?? ''
}

/** Saves the text being typed. An empty text removes the draft. */
export function saveDraft(key: string, text: string): void {
  const { [key]: before, ...others } = $drafts.get()
  if ((before ?? '') === text) return
  $drafts.set(
    bounded(text === '' ? Object.entries(others) : [...Object.entries(others), [key, text]])
  )
}

/**
 * Removes the draft of a question that the server has taken. Text that was typed after sending
 * moves to the conversation of the question.
 * @param from draft key before the question was taken
 * @param to draft key afterwards
 */
export function settleDraft(from: string, to: string, question: string): void {
  const text = readDraft(from)
  const rest = text.trim() === question.trim() ? '' : text
  if (from !== to) saveDraft(from, '')
  saveDraft(to, rest)
}

function parseDrafts(saved: unknown): Drafts {
  if (!isJsonRecord(saved)) return NONE
  return bounded(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  )
}

/** Keeps the newest drafts that fit. The very newest is always kept. */
function bounded(entries: readonly [string, string][]): Drafts {
  const kept: [string, string][] = []
  let room = MAX_CHARACTERS
  for (const entry of entries.slice(-MAX_DRAFTS).toReversed()) {
    room -= entry[1].length
    if (room < 0 && kept.length > 0) break
    kept.unshift(entry)
  }
  return kept.length === 0 ? NONE : Object.fromEntries(kept)
}
