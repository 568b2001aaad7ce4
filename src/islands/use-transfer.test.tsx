import { act, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFileDrop } from '#islands/use-transfer.ts'

const onFiles = vi.fn()
const onLink = vi.fn((link: string) => link.startsWith('https://own.example/'))

let root: Root
beforeEach(async () => {
  vi.clearAllMocks()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Area />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

function Area() {
  const field = useRef<HTMLTextAreaElement>(null)
  const over = useFileDrop(field, { onFiles, onLink })
  return (
    <div data-drop>
      <h1>{over === null ? 'none' : 'over'}</h1>
      <textarea ref={field} aria-label="Question" />
    </div>
  )
}

type Given = { link?: string; files?: File[] }

/** Sends an event of dragging to an element, and returns whether the page handles it. */
async function drag(
  type: 'dragover' | 'drop',
  selector: string,
  { link = '', files = [] }: Given
): Promise<boolean> {
  const types = [...(files.length > 0 ? ['Files'] : []), ...(link === '' ? [] : ['text/uri-list'])]
  const event = new Event(type, { bubbles: true, cancelable: true })
  const getData = (): string => (type === 'drop' ? link : '')
  Object.assign(event, { dataTransfer: { types, files, getData } })
  await act(async () => void document.querySelector(selector)?.dispatchEvent(event))
  return event.defaultPrevented
}

const image = new File(['x'], 'boat.png', { type: 'image/png' })
const heading = (): string | undefined => document.querySelector('h1')?.textContent

test('an image of the studio is taken by its link, and not as a file', async () => {
  const given = { link: 'https://own.example/boat.png', files: [image] }
  await drag('dragover', 'textarea', given)
  expect(heading()).toBe('over')
  expect(await drag('drop', 'textarea', given)).toBe(true)
  expect(heading()).toBe('none')
  expect([onLink.mock.calls, onFiles.mock.calls]).toEqual([[[given.link]], []])
})

test('an image of another site is taken as a file', async () => {
  const given = { link: 'https://elsewhere.example/boat.png', files: [image] }
  expect(await drag('drop', 'h1', given)).toBe(true)
  expect(onFiles.mock.calls).toEqual([[[image]]])
})

test('a link to another site stays with the browser, also in the text field', async () => {
  const given = { link: 'https://elsewhere.example/page' }
  expect(await drag('dragover', 'textarea', given)).toBe(false)
  expect(await drag('dragover', 'h1', given)).toBe(true)
  expect(heading()).toBe('none')
  expect(await drag('drop', 'textarea', given)).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})
