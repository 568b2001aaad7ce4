import { isRecord } from '#client/json.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { persisted } from '#stores/persisted.ts'

type Drafts = Readonly<Record<string, string>>

const NONE: Drafts = {}

/** How many places keep a text that was not sent, and how many characters in all; the oldest give way. */
const MAX_DRAFTS = 20
const MAX_CHARACTERS = 40_000

export const $drafts = persisted<Drafts>('drafts', NONE, parseDrafts)

/** Under which name a text is kept: its conversation's id, or the group a new one would be in. */
export function draftKey(group: ChatGroupId, id: string | null): string {
  return id ?? `new:${group}`
}

export function readDraft(key: string): string {
  return $drafts.get()[key] ?? ''
}

/** Keeps what is being typed; an empty text keeps nothing. */
export function saveDraft(key: string, text: string): void {
  const { [key]: before, ...others } = $drafts.get()
  if ((before ?? '') === text) return
  $drafts.set(bounded(text === '' ? Object.entries(others) : [...Object.entries(others), [key, text]]))
}

/** The server has the question: it is no draft any more. What was typed since moves to the conversation it belongs to. */
export function settleDraft(from: string, to: string, question: string): void {
  const text = readDraft(from)
  const rest = text.trim() === question.trim() ? '' : text
  if (from !== to) saveDraft(from, '')
  saveDraft(to, rest)
}

function parseDrafts(saved: unknown): Drafts {
  if (!isRecord(saved)) return NONE
  return bounded(Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The newest that fit; the very newest always does. */
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
