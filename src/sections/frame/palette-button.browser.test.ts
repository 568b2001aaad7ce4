import { afterEach, expect, test, vi } from 'vitest'
import { improvePaletteButtons } from '#sections/frame/palette-button.browser.ts'

const openPalette = vi.fn()
const load = vi.fn(async () => ({ openPalette }))
const list = vi.fn(async () => Response.json({ groups: [] }))

/** Creates a document for one test, so that listeners of other tests do not run. */
function page(apple = false): Document {
  vi.stubGlobal('navigator', { platform: apple ? 'MacIntel' : 'Linux x86_64' })
  vi.stubGlobal('fetch', list)
  const root = document.implementation.createHTMLDocument()
  root.body.innerHTML = `
    <button id="rail" data-opens-palette data-palette="/_astro/palette.js" data-places="/de/palette"
      data-failed="No search"><kbd>Ctrl K</kbd></button>
    <button id="sheet" data-opens-palette><i></i></button>`
  improvePaletteButtons(root, load)
  return root
}

/** @returns true if the page handled the key instead of the browser */
function press(root: Document, more: KeyboardEventInit = {}): boolean {
  const event = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true, ...more }
  return !root.body.dispatchEvent(new KeyboardEvent('keydown', event))
}

const opened = (times: number) => vi.waitFor(() => expect(openPalette).toHaveBeenCalledTimes(times))

afterEach(() => {
  for (const each of [openPalette, load, list]) each.mockClear()
})

test('the first press loads the palette and opens it; later presses open it at once', async () => {
  const root = page()
  expect(load).not.toHaveBeenCalled()
  expect(press(root)).toBe(true)
  await opened(1)
  expect(load).toHaveBeenCalledWith('/_astro/palette.js')
  expect(openPalette).toHaveBeenCalledWith({ groups: [] }, '/de/palette')
  press(root)
  await opened(2)
  expect([load.mock.calls.length, list.mock.calls.length]).toEqual([1, 1])
})

test('every button of the page opens the palette', async () => {
  const root = page()
  root.querySelector<HTMLElement>('#sheet i')?.click()
  await opened(1)
  expect(load).toHaveBeenCalledTimes(1)
})

test.each<[string, boolean, KeyboardEventInit, boolean]>([
  ['Ctrl K', false, {}, true],
  ['Ctrl K on a Cyrillic keyboard', false, { key: 'л' }, true],
  ['Ctrl K on a Dvorak keyboard', false, { key: 'k', code: 'KeyV' }, true],
  ['Ctrl T at the place of K', false, { key: 't' }, false],
  ['Ctrl Shift K', false, { shiftKey: true }, false],
  ['AltGr K', false, { altKey: true }, false],
  ['K', false, { ctrlKey: false }, false],
  ['a held key', false, { repeat: true }, false],
  ['a composed word', false, { isComposing: true }, false],
  ['⌘ K on a Mac', true, { ctrlKey: false, metaKey: true }, true],
  ['Ctrl K on a Mac, which deletes a line', true, {}, false]
])('%s', (_, apple, key, taken) => {
  expect(press(page(apple), key)).toBe(taken)
})

test('on a Mac the button shows the keys of a Mac', () => {
  const button = page(true).querySelector('#rail')
  expect(button?.getAttribute('aria-keyshortcuts')).toBe('Meta+K')
  expect(button?.textContent).toContain('⌘K')
})

test('the shortcut closes the palette, and leaves other dialogs alone', () => {
  const root = page()
  root.body.insertAdjacentHTML('beforeend', '<dialog id="palette" open></dialog>')
  const palette = root.querySelector('dialog')
  expect(press(root)).toBe(true)
  expect(palette?.open).toBe(false)
  root.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
  expect(press(root)).toBe(false)
  expect(load).not.toHaveBeenCalled()
})

test('a failure is shown, and the next press tries again', async () => {
  const root = page()
  list.mockResolvedValueOnce(new Response(null, { status: 500 }))
  press(root)
  await vi.waitFor(() =>
    expect(root.querySelector('[role="alert"]')?.textContent).toBe('No search')
  )
  root.querySelector<HTMLElement>('[role="alert"]')?.click()
  expect(root.querySelector('[role="alert"]')).toBeNull()
  press(root)
  await opened(1)
})
