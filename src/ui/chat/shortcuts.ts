import type { Translate } from '#i18n/translate.ts'

/** An action with a keyboard shortcut. */
export type ShortcutId =
  | 'list'
  | 'palette'
  | 'new'
  | 'write'
  | 'copy'
  | 'previous'
  | 'next'
  | 'stop'

/** A key's name: a named key, which has a translation, or the character on the key. */
export type KeyName =
  | 'mod'
  | 'shift'
  | 'alt'
  | 'up'
  | 'down'
  | 'escape'
  | '?'
  | '/'
  | 'O'
  | 'C'
  | 'K'

type Shortcut = {
  id: ShortcutId
  keys: readonly KeyName[]
  /**
   * Whether the shortcut is a single character. It does nothing during typing, and the user can
   * switch it off.
   */
  single: boolean
}

/** All shortcuts of a chat, in display order. `mod` is Command on a Mac and Ctrl elsewhere. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'list', keys: ['?'], single: true },
  { id: 'write', keys: ['/'], single: true },
  { id: 'palette', keys: ['mod', 'K'], single: false },
  { id: 'new', keys: ['mod', 'shift', 'O'], single: false },
  { id: 'copy', keys: ['mod', 'shift', 'C'], single: false },
  { id: 'previous', keys: ['alt', 'up'], single: false },
  { id: 'next', keys: ['alt', 'down'], single: false },
  { id: 'stop', keys: ['escape'], single: false }
]

const MAC: Partial<Record<KeyName, string>> = { mod: '⌘', shift: '⇧', alt: '⌥' }
const SIGNS: Partial<Record<KeyName, string>> = { up: '↑', down: '↓' }

/** Names that browsers report for these keys, including other keyboards' variants. */
const REPORTED: Partial<Record<KeyName, readonly string[]>> = {
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  escape: ['Escape'],
  '?': ['?', '؟', '？'],
  '/': ['/', '／']
}

export type ShortcutKeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing' | 'repeat'
>

/**
 * Returns the shortcut that a key press triggers; null during composition and for key repeats.
 * @param where `mac`: on a Mac; `typing`: in a text field; `single`: single-key shortcuts are on
 */
export function shortcutOf(
  press: ShortcutKeyPress,
  where: { mac: boolean; typing: boolean; single: boolean }
): ShortcutId | null {
  if (press.isComposing || press.repeat) return null
  const found = SHORTCUTS.find(
    ({ keys, single }) =>
      isPressed(keys, press, where.mac) && !(single && (where.typing || !where.single))
  )
  return found?.id ?? null
}

function isPressed(keys: readonly KeyName[], press: ShortcutKeyPress, mac: boolean): boolean {
  const has = (name: KeyName): boolean => keys.includes(name)
  const [wanted, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (wanted !== has('mod') || other || press.altKey !== has('alt')) return false
  const last = keys.at(-1) ?? '?'
  const reported = REPORTED[last]
  // Letters are compared by position, which is the same on keyboards of other scripts. Characters
  // are compared by name, since some keyboards need Shift for them.
  if (reported === undefined) return press.shiftKey === has('shift') && press.code === `Key${last}`
  return (
    reported.includes(press.key) &&
    (last === '?' || last === '/' || press.shiftKey === has('shift'))
  )
}

/** Returns a key's label on the user's keyboard. */
export function keyLabel(key: KeyName, mac: boolean, t: Translate): string {
  const sign = (mac ? MAC[key] : undefined) ?? SIGNS[key]
  if (sign !== undefined) return sign
  return ['mod', 'shift', 'alt', 'escape'].includes(key) ? t(`chat.keys.key_${key}`) : key
}

/** Returns the labels of a shortcut's keys, such as `Ctrl+Shift+O`; null for an unknown shortcut. */
export function shortcutLabel(id: string | undefined, mac: boolean, t: Translate): string | null {
  const shortcut = SHORTCUTS.find(each => each.id === id)
  return shortcut?.keys.map(key => keyLabel(key, mac, t)).join('+') ?? null
}
