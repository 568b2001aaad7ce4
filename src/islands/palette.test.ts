import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaletteData } from '#client/palette.ts'
import { openPalette } from '#islands/palette.ts'
import { $recentPlaces } from '#stores/recent-places.ts'
import { createTranslate } from '#i18n/translate.ts'
import chat from '../../locales/en/chat.json' with { type: 'json' }
import common from '../../locales/en/common.json' with { type: 'json' }

const WORDS = { ...common, ...chat }
const t = createTranslate(WORDS, 'en')
const HOSTILE = '<img src=x onerror=alert(1)>'
const DATA: PaletteData = {
  groups: [
    {
      title: 'Image',
      entries: [
        { id: '/flux', title: 'Flux', href: '#flux', line: 'Exact images' },
        { id: '/nanobanana', title: 'Nano Banana', href: '#nano', words: 'photo editor' }
      ]
    },
    { title: 'Guides', quiet: true, entries: [{ id: '/docs/errors', title: 'Errors', href: '#e' }] }
  ],
  findsOwn: true,
  icons: {
    search: [['circle', { r: '8' }]],
    close: undefined,
    link: undefined,
    theme: undefined,
    language: undefined
  },
  t: WORDS
}

const dialog = () => document.querySelector('dialog')
const field = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('dialog input')
  if (input === null) throw new Error('the palette is closed')
  return input
}
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')]
const titles = () => options().map(option => option.querySelector('bdi')?.textContent)
const chosen = () => document.querySelector('[aria-selected="true"]')
const said = () => document.querySelector('output')?.textContent

function type(text: string): void {
  field().value = text
  field().dispatchEvent(new Event('input'))
}

function press(key: string, more: KeyboardEventInit = {}): void {
  field().dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }))
}

const find = vi.fn<(address: string, options: { signal: AbortSignal }) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  find.mockReset().mockResolvedValue(Response.json([]))
  vi.stubGlobal('fetch', find)
  $recentPlaces.set([])
  location.hash = ''
  document.documentElement.lang = 'en'
  document.body.innerHTML = `
    <nav id="person">
      <a href="#dark" data-theme-choice="dark">Dark</a>
      <a href="#de" hreflang="de" lang="de">Deutsch</a>
    </nav>
    <button data-shortcut="list">?</button>`
  openPalette(DATA, '/palette')
})

describe('the list', () => {
  test('shows all pages, except those that are only for searches', () => {
    const shown = titles()
    expect(shown).toContain('Flux')
    expect(shown).toContain(t('common.palette.copyLink'))
    expect(shown).toContain(t('chat.keys.title'))
    expect(shown).not.toContain('Errors')
    expect(shown).not.toContain('Deutsch')
  })

  test('shows the best matches of all groups and announces how many they are', () => {
    type('err')
    expect(titles()).toEqual(['Errors'])
    type('editor')
    expect(titles()).toEqual(['Nano Banana'])
    type('german')
    expect(titles()).toEqual(['Deutsch'])
    expect(said()).toBe(t('common.palette.count', { count: 1 }))
    type('qqq')
    expect([titles(), said()]).toEqual([[], t('common.table.none')])
    expect(field().hasAttribute('aria-activedescendant')).toBe(false)
  })

  test('begins with the recently used pages', () => {
    type('nano')
    press('Enter')
    expect(dialog()).toBeNull()
    openPalette(DATA, '/palette')
    expect(titles()[0]).toBe('Nano Banana')
    expect(document.querySelector('[role="group"]')?.getAttribute('aria-label')).toBe(
      t('common.palette.recent')
    )
  })
})

describe('keys', () => {
  test('arrows move through the list, and screen readers learn the chosen row', () => {
    press('ArrowDown')
    expect(chosen()).toBe(options()[1])
    expect(field().getAttribute('aria-activedescendant')).toBe(options()[1]?.id)
    press('ArrowUp')
    press('ArrowUp')
    expect(chosen()).toBe(options().at(-1))
  })

  test('Enter follows the link and closes the palette', () => {
    type('flux')
    press('Enter')
    expect([location.hash, dialog()]).toEqual(['#flux', null])
  })

  test('Enter chooses nothing while a word is composed', () => {
    type('flux')
    press('Enter', { isComposing: true })
    expect([location.hash, dialog() !== null]).toEqual(['', true])
  })

  test('a palette that is open is not opened again', () => {
    openPalette(DATA, '/palette')
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
  })
})

describe('actions', () => {
  test('choosing a theme presses the theme link of the page', () => {
    const pressed = vi.fn()
    document.querySelector('[data-theme-choice]')?.addEventListener('click', pressed)
    type('dark')
    press('Enter')
    expect([pressed.mock.calls.length, dialog()]).toEqual([1, null])
  })

  test('copying the link shows a message and keeps the palette open', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    type('copy page')
    press('Enter')
    await vi.waitFor(() => expect(said()).toBe(t('common.action.copied')))
    expect(writeText).toHaveBeenCalledWith(location.href)
    expect(dialog()).not.toBeNull()
  })
})

describe('chats and results', () => {
  const group = (...names: string[]) => ({
    title: 'Chats',
    entries: names.map(title => ({ id: `/c/${title}`, title, href: '#chat' }))
  })

  test('are searched after a pause, and only the last answer is shown', async () => {
    type('bo')
    type('boat')
    expect(find).not.toHaveBeenCalled()
    find.mockResolvedValueOnce(Response.json([group('Boats', HOSTILE)]))
    await vi.runAllTimersAsync()
    expect(find.mock.calls.map(([address]) => address)).toEqual(['/palette?search=boat'])
    expect(titles()).toEqual(['Boats', HOSTILE])
    expect(document.querySelector('dialog img')).toBeNull()

    let answer = (_: Response): void => undefined
    find.mockReturnValueOnce(new Promise(resolve => void (answer = resolve)))
    type('boats')
    await vi.runAllTimersAsync()
    const signal = find.mock.calls.at(-1)?.[1].signal
    type('')
    answer(Response.json([group('Late')]))
    await vi.runAllTimersAsync()
    expect(signal?.aborted).toBe(true)
    expect(titles()).not.toContain('Late')
  })

  test('a result has its icon, and groups keep their order and their headings', async () => {
    const icon = [['path', { d: 'M1 1' }]]
    const results = { title: 'Results', entries: [{ id: '1', title: 'A boat', href: '#r', icon }] }
    find.mockResolvedValueOnce(Response.json([group('Boats'), results]))
    type('boat')
    await vi.runAllTimersAsync()
    expect(titles()).toEqual(['Boats', 'A boat'])
    expect(options()[1]?.querySelector('path')?.getAttribute('d')).toBe('M1 1')
    expect(options()[1]?.closest('[role="group"]')?.getAttribute('aria-label')).toBe('Results')
  })

  test('a failed search is announced, and pages are still found', async () => {
    find.mockResolvedValueOnce(new Response(null, { status: 502 }))
    type('flux')
    await vi.runAllTimersAsync()
    expect([titles(), said()]).toEqual([['Flux'], t('chat.found.failed')])
  })

  test('a chosen chat is not among the recent pages', async () => {
    find.mockResolvedValueOnce(Response.json([group('Boats')]))
    type('boats')
    await vi.runAllTimersAsync()
    press('Enter')
    expect([location.hash, $recentPlaces.get()]).toEqual(['#chat', []])
  })

  test('are not searched for a guest', async () => {
    dialog()?.close()
    openPalette({ ...DATA, findsOwn: false }, '/palette')
    type('boat')
    await vi.runAllTimersAsync()
    expect(find).not.toHaveBeenCalled()
  })
})

test('the row below the moving pointer is the one that Enter chooses', () => {
  const rows = options()
  rows[1]?.dispatchEvent(new Event('pointermove', { bubbles: true }))
  expect(chosen()).toBe(rows[1])
  expect(field().getAttribute('aria-activedescendant')).toBe(rows[1]?.id)
  press('ArrowDown')
  expect(chosen()).toBe(rows[2])
})
