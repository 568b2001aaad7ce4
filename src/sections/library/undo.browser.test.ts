import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferDeletion } from '#sections/library/undo.browser.ts'

let sent: string[]
let answer: ResponseType
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = 'opaqueredirect'
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    sent.push(`${address} ${body}`)
    return { type: answer }
  })
  document.documentElement.lang = 'en'
  document.body.innerHTML = `<form action="/library">
    <section><ul>
      <li class="library-tile"><input type="checkbox" name="id" value="a"></li>
      <li class="library-tile"><input type="checkbox" name="id" value="b"></li>
    </ul></section>
    <section><ul><li class="library-tile"><input type="checkbox" name="id" value="c"></li></ul></section>
    <button name="action" value="download"></button>
    <button type="button" command="show-modal" commandfor="library-delete" id="delete"></button>
    <div data-undo hidden>
      <p data-failed hidden>Not deleted</p>
      <p data-deleted="Deleted: #"></p><button type="button"></button>
    </div>
  </form>`
  deferDeletion(find('form') as HTMLFormElement)
})
afterEach(() => {
  document.documentElement.removeAttribute('lang')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

/** Lists what the bar below the items shows. */
const shownInBar = (): string[] =>
  find('[data-undo]').hidden
    ? []
    : [...find('[data-undo]').children].flatMap(each =>
        each instanceof HTMLElement && !each.hidden ? [each.textContent || 'undo'] : []
      )

/** Chooses items and presses the button that deletes them. */
function deleteChosen(...ids: string[]): void {
  for (const id of ids) find(`[value=${id}]`).click()
  find('#delete').click()
}

const hidden = (): string[] =>
  ['a', 'b', 'c'].filter(id => find(`[value=${id}]`).closest<HTMLElement>('li')?.hidden)

test('chosen items are hidden at once, and deleted some seconds later', async () => {
  deleteChosen('a', 'c')
  expect(hidden()).toEqual(['a', 'c'])
  expect([...document.querySelectorAll('section')].map(day => day.hidden)).toEqual([false, true])
  expect(shownInBar()).toEqual(['Deleted: 2', 'undo'])
  await vi.advanceTimersByTimeAsync(7000)
  expect(sent).toEqual([])
  find('#delete').focus()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual(['/library action=delete&id=a&id=c'])
  expect(find('[data-undo]').hidden).toBe(true)
})

test('undo shows them again, still chosen, and sends nothing', async () => {
  deleteChosen('a')
  find('[data-undo] button').click()
  expect(hidden()).toEqual([])
  expect(find('[value=a]')).toHaveProperty('checked', true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})

test('a page that is left sends the deletion, and so does the next one', async () => {
  deleteChosen('a')
  deleteChosen('b')
  expect(sent).toEqual(['/library action=delete&id=a'])
  dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual(['/library action=delete&id=a', '/library action=delete&id=b'])
})

test('items that the server does not delete come back with a message', async () => {
  answer = 'basic'
  deleteChosen('a')
  dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(0)
  expect(hidden()).toEqual([])
  expect(shownInBar()).toEqual(['Not deleted'])
  deleteChosen('b')
  expect(shownInBar()).toEqual(['Deleted: 2', 'undo'])
})

test('a deletion that fails leaves the next one to be undone', async () => {
  answer = 'basic'
  deleteChosen('a')
  deleteChosen('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(hidden()).toEqual(['b'])
  expect(shownInBar()).toEqual(['Not deleted', 'Deleted: 1', 'undo'])
  find('[data-undo] button').click()
  expect(hidden()).toEqual([])
  expect(shownInBar()).toEqual(['Not deleted'])
})
