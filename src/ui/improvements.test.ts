import { beforeEach, expect, test, vi } from 'vitest'
import { improveCopyButtons } from '#ui/copy.ts'
import { improveTimes } from '#ui/local-time.ts'
import { improvePasswords } from '#ui/password.ts'
import { improveRail } from '#sections/frame/rail.browser.ts'
import { improveThemeSwitch } from '#sections/frame/theme-switch.browser.ts'

function add<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return element
}

beforeEach(() => {
  document.body.replaceChildren()
  for (const name of ['data-theme', 'data-rail']) document.documentElement.removeAttribute(name)
})

test('switches the theme immediately and sends the choice to the server', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', fetch)
  const system = add('a', {
    href: '/preferences?theme=system',
    'data-theme-choice': 'system',
    'aria-current': 'true'
  })
  const light = add('a', { href: '/preferences?theme=light', 'data-theme-choice': 'light' })
  improveThemeSwitch(document)

  light.click()
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect([light, system].map(link => link.hasAttribute('aria-current'))).toEqual([true, false])
  expect(String(fetch.mock.lastCall?.[0])).toContain('theme=light')

  system.click()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('opens the rail and stores its state in a cookie', () => {
  const toggle = add('button', { 'data-rail-toggle': '' })
  improveRail(document)
  toggle.click()
  expect(document.documentElement.dataset['rail']).toBe('open')
  expect(document.cookie).toContain('RAIL=open')
  toggle.click()
  expect(document.cookie).toContain('RAIL=closed')
})

test('reveals a password and hides it again on submit', () => {
  const form = add('form', {})
  const input = add('input', { id: 'secret', type: 'password' })
  form.append(input)
  const button = add('button', { 'data-password': 'secret', 'aria-pressed': 'false' })
  improvePasswords(document)
  button.click()
  expect([input.type, button.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  form.dispatchEvent(new Event('submit'))
  expect(input.type).toBe('password')
})

test('a copy button copies its text and confirms it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const button = add('button', { 'data-copy': 'abc', 'data-copied': 'Copied' })
  const status = add('span', { role: 'status' })
  improveCopyButtons(document)
  button.click()
  await vi.waitFor(() => expect(status.textContent).toBe('Copied'))
  expect(writeText).toHaveBeenCalledWith('abc')
})

test('hides a copy button where the page may not use the clipboard', () => {
  vi.stubGlobal('navigator', {})
  const button = add('button', { 'data-copy': 'abc' })
  improveCopyButtons(document)
  expect(button.hidden).toBe(true)
})

test('shows times as people say them, in full as a tooltip', () => {
  document.documentElement.lang = 'en'
  const time = add('time', { datetime: '2026-11-21T08:00:00Z', dir: 'ltr' })
  improveTimes(document, Date.parse('2026-11-22T08:00:00Z'))
  expect(time.textContent).toMatch(/^Yesterday, \d\d:00$/)
  expect(time.title).toMatch(/^2026-11-2\d \d\d:\d\d:00$/)
  expect(time.dir).toBe('')
})
