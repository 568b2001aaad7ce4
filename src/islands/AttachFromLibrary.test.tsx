import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChatModel } from '#core/chat.ts'
import { AttachFromLibrary } from '#islands/AttachFromLibrary.tsx'
import { attachOwnFile } from '#stores/attach-own.ts'
import {
  loadLibraryChoices,
  type LibraryChoice,
  type LibraryWish
} from '#stores/library-choices.ts'

vi.mock('#stores/attach-own.ts', () => ({ attachOwnFile: vi.fn() }))
vi.mock('#stores/library-choices.ts', () => ({ loadLibraryChoices: vi.fn() }))

let root: Root | null = null
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.resetAllMocks()
})

/** Opens the choice for a model, and returns which files it asks for. */
async function open(isFileSupported: boolean, ...items: object[]): Promise<LibraryWish> {
  vi.mocked(loadLibraryChoices).mockResolvedValue({ items: items as LibraryChoice[], rest: {} })
  const model = { label: 'GPT', isFileSupported, isImageSupported: true } as ChatModel
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const t = (key: string, values = {}): string => [key, ...Object.values(values)].join(' ')
  await act(async () =>
    root?.render(<AttachFromLibrary model={model} draft="c1" onClose={() => undefined} t={t} />)
  )
  return vi.mocked(loadLibraryChoices).mock.lastCall?.[0] ?? expect.fail('nothing is loaded')
}

const TYPES = ['image/png', 'image/tiff', 'application/pdf', 'text/csv', 'video/mp4']

test('a model that reads images only is offered images', async () => {
  const { sources, fits } = await open(false)
  expect(sources).toEqual(['image', 'upload/image'])
  expect(TYPES.filter(fits)).toEqual(['image/png'])
  expect(document.querySelector('output')?.textContent).toBe('chat.attach.library_empty GPT')
})

test('a model that reads files is offered documents and texts, too', async () => {
  const { sources, fits } = await open(true)
  expect(sources).toEqual(['image', 'upload/image', 'upload/text', 'upload/application'])
  expect(TYPES.filter(fits)).toEqual(['image/png', 'application/pdf', 'text/csv'])
})

test('a chosen file is attached, an upload by its own name', async () => {
  const shared = { type: 'text/plain', title: '', poster: null }
  await open(
    true,
    { ...shared, id: 'a', kind: 'upload', prompt: 'plan.txt', url: '/files/a' },
    { ...shared, id: 'b', kind: 'image', prompt: 'A fox', url: '/files/b' }
  )
  for (const name of ['plan.txt', 'A fox'])
    await act(async () => document.querySelector<HTMLElement>(`[title="${name}"]`)?.click())
  expect(vi.mocked(attachOwnFile).mock.calls).toEqual([
    ['c1', '/files/a', 'plan.txt'],
    ['c1', '/files/b', undefined]
  ])
})
