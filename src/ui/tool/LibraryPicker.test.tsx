import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LibraryChoice, LibraryChoices, LibraryCursors } from '#stores/library-choices.ts'
import { LibraryPicker } from '#ui/tool/LibraryPicker.tsx'

let root: Root | null = null
const load = vi.fn<(rest?: LibraryCursors) => Promise<LibraryChoices>>()
const onPick = vi.fn<(item: LibraryChoice) => void>()
const onClose = vi.fn<() => void>()

beforeEach(() => vi.resetAllMocks())
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

async function open(): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <LibraryPicker load={load} empty="empty" onPick={onPick} onClose={onClose} t={key => key} />
    )
  )
}

function choice(name: string): LibraryChoice {
  const url = `https://studio.example/${name}.png`
  return {
    id: name,
    prompt: name,
    title: '',
    type: 'image/png',
    poster: null,
    url
  } as LibraryChoice
}

const page = (names: string[], rest: LibraryChoices['rest'] = {}): LibraryChoices => ({
  items: names.map(choice),
  rest
})

const buttons = (): string[] =>
  [...document.querySelectorAll('button')].map(each => each.title || each.textContent)

async function press(name: string): Promise<void> {
  const found = [...document.querySelectorAll('button')].find(each =>
    [each.title, each.textContent].includes(name)
  )
  await act(async () => found?.click())
}

test('a chosen file is handed over, and the dialog closes', async () => {
  load.mockResolvedValueOnce(page(['fox', 'boat']))
  await open()
  expect(buttons()).toEqual(['fox', 'boat', 'field.library.cancel'])
  await press('boat')
  expect(onPick.mock.calls).toEqual([[choice('boat')]])
  expect(document.querySelector('dialog')?.open).toBe(false)
})

test('more files are added below', async () => {
  load.mockResolvedValueOnce(page(['fox'], { image: '1_fox' })).mockResolvedValueOnce(page(['sea']))
  await open()
  await press('field.library.more')
  expect(load.mock.lastCall).toEqual([{ image: '1_fox' }])
  expect(buttons()).toEqual(['fox', 'sea', 'field.library.cancel'])
  expect(document.activeElement?.getAttribute('title')).toBe('sea')
})

test('a failure is shown, and the user can try again', async () => {
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(page([]))
  await open()
  const said = (): string => document.querySelector('output')?.textContent ?? ''
  expect(said()).toBe('field.library.failed')
  await press('field.results.retry')
  expect(said()).toBe('empty')
  expect(buttons()).toEqual(['field.library.cancel'])
})
