import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveLibrary } from '#sections/library/library.browser.ts'

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<form id="library-form" action="/library">
    <input type="checkbox" name="id" value="a"><input type="checkbox" name="id" value="b">
    <button name="favourite" value="a true" aria-pressed="false"></button>
    <p data-chosen="Selected: #"></p>
  </form>`
  improveLibrary(document)
})
afterEach(() => {
  document.documentElement.removeAttribute('lang')
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

/** Answers all requests with this type of response, and collects their bodies. */
function answering(type: ResponseType): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(String(body))
    return { type }
  })
  return sent
}

test('the bar says how many items are chosen', () => {
  expect(find('p').textContent).toBe('Selected: 0')
  find('[value=b]').click()
  expect(find('p').textContent).toBe('Selected: 1')
})

test('a favourite is marked in place, and unmarked by the next press', async () => {
  const sent = answering('opaqueredirect')
  const button = find('button')
  for (const pressed of ['true', 'false']) {
    button.click()
    expect(button.getAttribute('aria-pressed')).toBe(pressed)
    await vi.waitFor(() => expect(sent.at(-1)).toBe(`favourite=a+${pressed}`))
  }
})

test('a mark that the server refuses is undone', async () => {
  answering('basic')
  const button = find('button')
  button.click()
  await vi.waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(button).toHaveProperty('value', 'a true')
})
