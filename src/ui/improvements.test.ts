import { beforeEach, expect, test, vi } from 'vitest'
import { improveCopyButtons } from '#ui/copy.ts'
import { improveTimes } from '#ui/local-time.ts'
import { improvePasswords } from '#ui/password.ts'
import { improveRail } from '#sections/frame/rail.browser.ts'
import { improveThemeSwitch } from '#sections/frame/theme-switch.browser.ts'

function add<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Record<string, string>): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return element
}

beforeEach(() => {
  document.body.replaceChildren()
  for (const name of ['data-theme', 'data-rail']) document.documentElement.removeAttribute(name)
})

test('a theme turns at once, and the server is told to keep it', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', fetch)
  const system = add('a', { href: '/preferences?theme=system', 'data-theme-choice': 'system', 'aria-current': 'true' })
  const light = add('a', { href: '/preferences?theme=light', 'data-theme-choice': 'light' })
  improveThemeSwitch(document)

  light.click()
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect([light, system].map(link => link.hasAttribute('aria-current'))).toEqual([true, false])
  expect(String(fetch.mock.lastCall?.[0])).toContain('theme=light')

  system.click()
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

test('the rail opens to its labels and is remembered', () => {
  const toggle = add('button', { 'data-rail-toggle': '' })
  improveRail(document)
  toggle.click()
  expect(document.documentElement.dataset['rail']).toBe('open')
  expect(document.cookie).toContain('RAIL=open')
  toggle.click()
  expect(document.cookie).toContain('RAIL=closed')
})

test('a password can be shown, and is a password again when it is sent', () => {
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

test('a copy button copies its text and says so', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const button = add('button', { 'data-copy': 'abc', 'data-copied': 'Copied' })
  const status = add('span', { role: 'status' })
  improveCopyButtons(document)
  button.click()
  await vi.waitFor(() => expect(status.textContent).toBe('Copied'))
  expect(writeText).toHaveBeenCalledWith('abc')
})

test('a copy button goes where a page may not copy', () => {
  vi.stubGlobal('navigator', {})
  const button = add('button', { 'data-copy': 'abc' })
  improveCopyButtons(document)
  expect(button.hidden).toBe(true)
})

test('times read year-month-day hours:minutes:seconds', () => {
  const time = add('time', { datetime: '2026-11-21T08:00:00Z' })
  improveTimes(document)
  expect(time.textContent).toMatch(/^2026-11-2\d \d\d:\d\d:00$/)
})
