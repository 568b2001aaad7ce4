import { afterEach, expect, test, vi } from 'vitest'
import { improveViewLinks } from '#sections/shared/view-links.browser.ts'

const openFileViewer = vi.fn()
const load = vi.fn(async (_: string) => ({ openFileViewer }))

/** Creates a document for one test, so that listeners of other tests do not run. */
function page(): { root: Document; press(more?: MouseEventInit): boolean } {
  const root = document.implementation.createHTMLDocument()
  root.body.innerHTML = `<a data-view="a" href="#a"><i></i></a>
    <span data-viewer-script="/_astro/viewer.js" data-viewer-strings='{"field.view.close":"Close"}'></span>`
  improveViewLinks(root, load)
  const press = (more: MouseEventInit = {}): boolean =>
    root
      .querySelector('i')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more })) ===
    false
  return { root, press }
}

afterEach(() => vi.clearAllMocks())

test('the first click loads the viewer and opens it with its strings', async () => {
  const { root, press } = page()
  expect(load).not.toHaveBeenCalled()
  expect(press()).toBe(true)
  await vi.waitFor(() =>
    expect(openFileViewer).toHaveBeenCalledExactlyOnceWith(root.querySelector('a'), {
      'field.view.close': 'Close'
    })
  )
  expect(load).toHaveBeenCalledExactlyOnceWith('/_astro/viewer.js')
})

test('a click that asks for another tab stays with the browser', () => {
  const { press } = page()
  expect([press({ ctrlKey: true }), press({ metaKey: true })]).toEqual([false, false])
  expect(load).not.toHaveBeenCalled()
})

test('the link is followed if the viewer cannot be loaded', async () => {
  const { press } = page()
  const follow = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  load.mockRejectedValueOnce(new Error('offline'))
  press()
  await vi.waitFor(() => expect(follow).toHaveBeenCalledOnce())
})
