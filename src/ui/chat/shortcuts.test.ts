import { describe, expect, test } from 'vitest'
import { shortcutLabel, SHORTCUTS, shortcutOf, type ShortcutKeyPress } from '#ui/chat/shortcuts.ts'

const PRESS: ShortcutKeyPress = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  repeat: false
}
const HERE = { mac: false, typing: false, single: true }
const of = (press: Partial<ShortcutKeyPress>, where: Partial<typeof HERE> = {}): string | null =>
  shortcutOf({ ...PRESS, ...press }, { ...HERE, ...where })

describe('a key press triggers the listed shortcut', () => {
  test.each([
    ['list', { key: '?', code: 'Slash', shiftKey: true }],
    ['list', { key: '؟', code: 'Slash', shiftKey: true }],
    ['write', { key: '/', code: 'Slash' }],
    ['write', { key: '/', code: 'Digit7', shiftKey: true }],
    ['new', { key: 'O', code: 'KeyO', ctrlKey: true, shiftKey: true }],
    ['new', { key: 'Щ', code: 'KeyO', ctrlKey: true, shiftKey: true }],
    ['copy', { key: 'C', code: 'KeyC', ctrlKey: true, shiftKey: true }],
    ['previous', { key: 'ArrowUp', code: 'ArrowUp', altKey: true }],
    ['next', { key: 'ArrowDown', code: 'ArrowDown', altKey: true }],
    ['stop', { key: 'Escape', code: 'Escape' }],
    [null, { key: 'c', code: 'KeyC', ctrlKey: true }],
    [null, { key: 'O', code: 'KeyO', metaKey: true, shiftKey: true }],
    [null, { key: 'ArrowUp', code: 'ArrowUp' }],
    [null, { key: '/', code: 'Slash', ctrlKey: true }]
  ])('%s for %o', (id, press) => expect(of(press)).toBe(id))

  test('with Command on a Mac', () => {
    expect(of({ code: 'KeyO', metaKey: true, shiftKey: true }, { mac: true })).toBe('new')
    expect(of({ code: 'KeyO', ctrlKey: true, shiftKey: true }, { mac: true })).toBe(null)
  })
})

test('while the user types, or if switched off, only the single-key shortcuts do nothing', () => {
  for (const where of [{ typing: true }, { single: false }]) {
    expect(of({ key: '?', shiftKey: true }, where)).toBe(null)
    expect(of({ key: 'Escape' }, where)).toBe('stop')
  }
})

test('ignores key presses during composition and key repeats', () => {
  expect(of({ key: 'Escape', isComposing: true })).toBe(null)
  expect(of({ code: 'KeyO', ctrlKey: true, shiftKey: true, repeat: true })).toBe(null)
})

test('all shortcuts have different keys', () => {
  expect(new Set(SHORTCUTS.map(({ keys }) => keys.join('+'))).size).toBe(SHORTCUTS.length)
})

test('a tooltip shows the keys by their names on the user’s keyboard', () => {
  const t = (key: string): string => key.replace('chat.keys.key_', '')
  expect(shortcutLabel('new', false, t)).toBe('mod+shift+O')
  expect(shortcutLabel('palette', true, t)).toBe('⌘+K')
  expect(shortcutLabel(undefined, false, t)).toBeNull()
})
