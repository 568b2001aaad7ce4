import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rateInPlace } from '#sections/library/rate.browser.ts'

let sent: string[]
let answer: ResponseType
beforeEach(() => {
  sent = []
  answer = 'opaqueredirect'
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    sent.push(`${address} ${body}`)
    return { type: answer }
  })
  const tile = (id: string, rating: number): string => `<li>
    <span class="library-rating" data-rating="${rating}" ${rating === 0 ? 'hidden' : ''}><span></span></span>
    <input type="checkbox" name="id" value="${id}"></li>`
  document.body.innerHTML = `<form action="/library">
    <ul>${tile('a', 0)}${tile('b', 3)}${tile('c', 3)}</ul>
    <output data-rated="Saved"></output>
    <button type="button" id="open" command="show-modal" commandfor="library-rate"></button>
    <dialog id="library-rate">
      ${[1, 2, 3, 4, 5].map(each => `<input type="radio" name="rating" value="${each}" aria-label="${each} of 5">`).join('')}
      <input type="radio" name="rating" value="0">
      <p data-failed hidden></p>
      <button id="save" name="action" value="rate"></button>
    </dialog>
  </form>`
  rateInPlace(find('form') as HTMLFormElement)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const find = (selector: string): HTMLElement =>
  document.querySelector<HTMLElement>(selector) ?? expect.fail(`no ${selector}`)

const checked = (): string | undefined =>
  document.querySelector<HTMLInputElement>('[name=rating]:checked')?.value

const badge = (id: string): HTMLElement =>
  find(`[value=${id}]`).closest('li')?.querySelector<HTMLElement>('.library-rating') ??
  expect.fail(`no ${id}`)

test('the dialog begins with the stars that the chosen items share', () => {
  find('[value=b]').click()
  find('[value=c]').click()
  find('#open').click()
  expect(checked()).toBe('3')
  find('[value=a]').click()
  find('#open').click()
  expect(checked()).toBeUndefined()
})

test('chosen items show their new stars, and are no longer chosen', async () => {
  find('[value=a]').click()
  find('[value=b]').click()
  find('[value="4"]').click()
  find('#save').click()
  await vi.waitFor(() => expect(find('[data-rated]').textContent).toBe('Saved'))
  expect(sent).toEqual(['/library action=rate&rating=4&id=a&id=b'])
  expect([
    badge('a').hidden,
    badge('a').textContent,
    badge('a').getAttribute('aria-label')
  ]).toEqual([false, '4', '4 of 5'])
  expect(badge('c').dataset['rating']).toBe('3')
  expect(document.querySelector('[name=id]:checked')).toBeNull()
  expect(document.activeElement).toBe(find('[value=a]'))
})

test('a rating of the viewer shows on its tile', () => {
  const detail = { rating: 2, label: '2 of 5' }
  badge('a').dispatchEvent(new CustomEvent('rated', { bubbles: true, detail }))
  expect([
    badge('a').hidden,
    badge('a').textContent,
    badge('a').getAttribute('aria-label')
  ]).toEqual([false, '2', '2 of 5'])
})

test('a removed rating hides the stars', async () => {
  find('[value=b]').click()
  find('[value="0"]').click()
  find('#save').click()
  await vi.waitFor(() => expect(badge('b').hidden).toBe(true))
})

test('without stars nothing is sent, and a failure is shown', async () => {
  find('[value=b]').click()
  find('#save').click()
  expect([sent, document.activeElement]).toEqual([[], find('[value="1"]')])
  answer = 'basic'
  find('[value="1"]').click()
  find('#save').click()
  await vi.waitFor(() => expect(find('[data-failed]').hidden).toBe(false))
  expect(badge('b').dataset['rating']).toBe('3')
  expect(find('[value=b]')).toHaveProperty('checked', true)
})
