import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import type { Attachment } from '#stores/attachments.ts'
import { Attachments } from '#ui/chat/Attachments.tsx'

const t = (key: string, values?: Readonly<Record<string, unknown>>): string =>
  `${key} ${values?.['name'] ?? ''}`
let root: Root | null = null

const file = (key: number): Attachment => ({
  key,
  draft: 'c1',
  name: `${key}.txt`,
  type: 'text/plain',
  size: 4,
  url: `https://api.example/files/${key}`,
  part: 1,
  failure: null,
  asked: false,
  cancel: () => undefined
})

/** Renders a form with the files that the user has not removed. */
async function show(items: readonly Attachment[]): Promise<void> {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  const onRemove = (key: number): void => void show(items.filter(each => each.key !== key))
  await act(async () =>
    root?.render(
      <form>
        {items.length > 0 && (
          <Attachments
            items={items}
            crowded={false}
            most={10}
            locale="en"
            onRemove={onRemove}
            t={t}
          />
        )}
        <textarea />
      </form>
    )
  )
}

/**
 * Removes a file.
 * @returns the label or tag name of the element that then has the focus
 */
async function remove(key: number): Promise<string> {
  const button = document.querySelector<HTMLElement>(
    `button[aria-label="chat.attach.remove ${key}.txt"]`
  )
  await act(async () => button?.click())
  expect(button?.isConnected).toBe(false)
  return (
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.localName ?? ''
  )
}

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
  document.body.replaceChildren()
})

test('the alert for a rejected file contains its name', async () => {
  const failure = {
    code: 'bad_request',
    detail: '',
    issues: [{ field: 'file', code: 'not_allowed' }],
    sentence: '',
    traceId: ''
  }
  await show([file(1), { ...file(2), url: '', failure }])
  expect(document.querySelector('[role=alert]')?.textContent).toBe('2.txt chat.attach.wrong_kind ')
})

test('removing a file moves the focus to the next file, then the previous one, then the text field', async () => {
  await show([file(1), file(2), file(3)])
  expect(await remove(2)).toBe('chat.attach.remove 3.txt')
  expect(await remove(3)).toBe('chat.attach.remove 1.txt')
  expect(await remove(1)).toBe('textarea')
})
