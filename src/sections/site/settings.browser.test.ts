import { beforeEach, expect, test, vi } from 'vitest'
import { guardUnsavedSettings, hasChanges } from '#sections/site/settings.browser.ts'

// The test's DOM ignores the `form` attribute of fields, so the fields are inside the form.
const MARKUP = `<form id="settings">
  <input name="title" value="Muses">
  <textarea name="description">Songs</textarea>
  <input name="dated" type="checkbox" checked>
  <select name="own"><option selected>en</option><option>de</option></select>
  <p role="status" data-unsaved="Unsaved">Saved</p>
  <a data-discard hidden></a><button>Save</button>
</form>`

const find = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
const status = (): string => find('[role=status]').textContent
const form = (): HTMLFormElement => find('#settings')
const asks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
const type = (text: string): void => {
  const field = find<HTMLInputElement>('[name=title]')
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  document.body.innerHTML = MARKUP
})

test('a changed text, checkbox or select is a change until it is undone', () => {
  expect(hasChanges(form())).toBe(false)
  const tick = find<HTMLInputElement>('[name=dated]')
  tick.checked = false
  expect(hasChanges(form())).toBe(true)
  tick.checked = true
  const choice = find<HTMLSelectElement>('[name=own]')
  choice.value = 'de'
  expect(hasChanges(form())).toBe(true)
  choice.value = 'en'
  const text = find<HTMLTextAreaElement>('[name=description]')
  text.value = 'Songs.'
  expect(hasChanges(form())).toBe(true)
  text.value = 'Songs'
  expect(hasChanges(form())).toBe(false)
})

test('with unsaved changes, leaving the page asks for confirmation, but not while they are being saved', () => {
  guardUnsavedSettings(document)
  expect([asks(), status()]).toEqual([false, 'Saved'])
  type('Sirens')
  expect([asks(), status(), find('[data-discard]').hidden]).toEqual([true, 'Unsaved', false])
  type('Muses')
  expect([asks(), status()]).toEqual([false, 'Saved'])
  type('Sirens')
  form().dispatchEvent(new Event('submit'))
  expect(asks()).toBe(false)
})

test('refused settings count as unsaved changes', () => {
  form().dataset['refused'] = ''
  guardUnsavedSettings(document)
  expect([asks(), find('[data-discard]').hidden]).toEqual([true, false])
})
