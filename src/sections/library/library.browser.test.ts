import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { improveLibrary } from '#sections/library/library.browser.ts'

beforeEach(() => {
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<form id="library-form" action="/library">
    <input type="checkbox" name="id" value="a"><input type="checkbox" name="id" value="b">
    <button name="favourite" value="a true" aria-pressed="false"></button>
    <button name="action" value="download"></button>
    <p data-chosen="Selected: #"></p>
    <button type="button" data-choose-all data-all="All" data-none="None"></button>
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
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    expect(address).toBe('/library')
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

test('all items are chosen at once, and none by the next press', () => {
  const all = find('[data-choose-all]')
  find('[value=b]').click()
  expect(all.textContent).toBe('All')
  all.click()
  expect([find('p').textContent, all.textContent]).toEqual(['Selected: 2', 'None'])
  all.click()
  expect([find('p').textContent, all.textContent]).toEqual(['Selected: 0', 'All'])
  expect(document.activeElement).toBe(find('[value=a]'))
})

test('a click with Shift chooses the items up to the last clicked one, and skips deleted ones', () => {
  const boxes = [...'cdef'].map(value => {
    const box = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      name: 'id',
      value
    })
    const tile = find('form').appendChild(document.createElement('li'))
    tile.append(box)
    return box
  })
  const press = (at: number, shiftKey: boolean) =>
    boxes[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }))
  const tile = boxes[1]?.parentElement
  if (tile) tile.hidden = true
  press(3, false)
  press(0, true)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true, true])
  expect(find('p').textContent).toBe('Selected: 3')
  press(2, true)
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, true])
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
