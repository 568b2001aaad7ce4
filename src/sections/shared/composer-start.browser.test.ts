import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusComposerOnOpen } from '#sections/shared/composer-start.browser.ts'

let fine = true
const one = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
const field = (): HTMLTextAreaElement => one('textarea')
/** Presses a key in the composer. Returns the element that has the focus afterwards. */
const press = (key: string, shiftKey = false): Element | null => {
  field().dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, cancelable: true }))
  return document.activeElement
}

beforeEach(() => {
  fine = true
  vi.stubGlobal('matchMedia', () => ({ matches: fine }))
  document.body.innerHTML = `
    <a class="skip-link" href="#main">skip</a>
    <main id="main"><button type="button">one</button><textarea name="question"></textarea></main>`
})
afterEach(() => vi.unstubAllGlobals())

test('a new page focuses its composer, except on touch screens or if a reader has moved on', () => {
  focusComposerOnOpen(document)
  expect(document.activeElement).toBe(field())
  field().blur()
  fine = false
  focusComposerOnOpen(document)
  expect(document.activeElement).toBe(document.body)
  fine = true
  one('button').focus()
  focusComposerOnOpen(document)
  expect(document.activeElement).toBe(one('button'))
})

test('the first Shift+Tab after arrival goes to the skip link', () => {
  focusComposerOnOpen(document)
  expect(press('Shift', true)).toBe(field())
  expect(press('Tab', true)).toBe(one('.skip-link'))
})

test('Shift+Tab works as usual once a reader has typed or has left the composer', () => {
  focusComposerOnOpen(document)
  press('a')
  expect(press('Tab', true)).toBe(field())
  field().blur()
  focusComposerOnOpen(document)
  field().blur()
  field().focus()
  expect(press('Tab', true)).toBe(field())
})
