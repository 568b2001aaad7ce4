import { beforeEach, expect, test, vi } from 'vitest'
import { previewOnHover } from '#sections/shared/video-previews.browser.ts'

const previewVideo = vi.fn()
const load = vi.fn(async (_: string) => ({ previewVideo }))

beforeEach(() => vi.clearAllMocks())

/** Creates a document for one test, so that listeners of other tests do not run. */
function page(more = '<span data-previews-script="/_astro/previews.js"></span>'): Document {
  const root = document.implementation.createHTMLDocument()
  root.body.innerHTML = `<figure><video id="made" controls></video><i></i></figure>
    <form><video id="given" controls></video></form>
    <dialog><video id="viewed" controls></video></dialog>${more}`
  previewOnHover(root, load)
  return root
}

function hover(root: Document, selector: string, pointerType = 'mouse'): void {
  const event = Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType })
  root.querySelector(selector)?.dispatchEvent(event)
}

test('the first video under the mouse loads the previews and plays', async () => {
  const root = page()
  hover(root, 'i')
  expect(load).not.toHaveBeenCalled()
  hover(root, '#made')
  await vi.waitFor(() =>
    expect(previewVideo).toHaveBeenCalledExactlyOnceWith(root.querySelector('#made'))
  )
  expect(load).toHaveBeenCalledExactlyOnceWith('/_astro/previews.js')
})

test('a video that the mouse has left before the script came does not play', async () => {
  const root = page()
  hover(root, '#made')
  hover(root, 'i')
  await load.mock.results[0]?.value
  expect(previewVideo).not.toHaveBeenCalled()
})

test.each([
  ['a finger', '#made', 'touch'],
  ['a video in a form', '#given', 'mouse'],
  ['a video in the viewer', '#viewed', 'mouse']
])('nothing loads for %s', (_, selector, pointerType) => {
  hover(page(), selector, pointerType)
  expect(load).not.toHaveBeenCalled()
})

test('nothing loads on the page of a tool without videos', () => {
  hover(page(''), '#made')
  expect(load).not.toHaveBeenCalled()
})
