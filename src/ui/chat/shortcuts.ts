/** What can be done by a key. */
export type ShortcutId = 'list' | 'new' | 'write' | 'copy' | 'previous' | 'next' | 'stop'

/** A key as it is named: one of those that have a name in every language, or the sign that is on it. */
export type KeyName = 'mod' | 'shift' | 'alt' | 'up' | 'down' | 'escape' | '?' | '/' | 'O' | 'C'

export type Shortcut = {
  id: ShortcutId
  keys: readonly KeyName[]
  /** Is it a sign that is also typed? It does nothing where one types, and can be switched off. */
  single: boolean
}

/** All shortcuts of a chat, in the order in which they are listed. `mod` is Command on a Mac, Ctrl elsewhere. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'list', keys: ['?'], single: true },
  { id: 'write', keys: ['/'], single: true },
  { id: 'new', keys: ['mod', 'shift', 'O'], single: false },
  { id: 'copy', keys: ['mod', 'shift', 'C'], single: false },
  { id: 'previous', keys: ['alt', 'up'], single: false },
  { id: 'next', keys: ['alt', 'down'], single: false },
  { id: 'stop', keys: ['escape'], single: false }
]

/** Under which names browsers report keys that have one here; also as other keyboards write them. */
const REPORTED: Partial<Record<KeyName, readonly string[]>> = {
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  escape: ['Escape'],
  '?': ['?', '؟', '？'],
  '/': ['/', '／']
}

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing' | 'repeat'>

/**
 * Which shortcut a key press is; none while a word is composed.
 * @param where on a Mac? where one types? are single keys wanted?
 */
export function shortcutOf(press: Press, where: { mac: boolean; typing: boolean; single: boolean }): ShortcutId | null {
  if (press.isComposing || press.repeat) return null
  const found = SHORTCUTS.find(({ keys, single }) => isPressed(keys, press, where.mac) && !(single && (where.typing || !where.single)))
  return found?.id ?? null
}

function isPressed(keys: readonly KeyName[], press: Press, mac: boolean): boolean {
  const has = (name: KeyName): boolean => keys.includes(name)
  const [wanted, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (wanted !== has('mod') || other || press.altKey !== has('alt')) return false
  const last = keys.at(-1) ?? '?'
  const reported = REPORTED[last]
  // A letter is told by its place, which is the same on keyboards of other scripts; a sign may need Shift on some.
  if (reported === undefined) return press.shiftKey === has('shift') && press.code === `Key${last}`
  return reported.includes(press.key) && (last === '?' || last === '/' || press.shiftKey === has('shift'))
}
