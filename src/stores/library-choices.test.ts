import { afterEach, expect, test, vi } from 'vitest'
import { fetchLibraryItems } from '#client/library.ts'
import type { LibraryItem, LibraryPage } from '#contract/library.ts'
import { loadLibraryChoices, type LibraryWish } from '#stores/library-choices.ts'

vi.mock('#client/library.ts', () => ({ fetchLibraryItems: vi.fn() }))
vi.mock('#stores/renewal.ts', () => ({
  withUserToken: <T>(run: (token: string) => Promise<T>) => run('token')
}))

const fetch = vi.mocked(fetchLibraryItems)
afterEach(() => void fetch.mockReset())

const IMAGES: LibraryWish = {
  sources: ['image', 'upload/image'],
  fits: type => ['image/png', 'image/webp', 'image/jpeg'].includes(type)
}
const MEDIA: LibraryWish = { sources: ['audio', 'video', 'upload/audio'], fits: () => true }

function item(id: string, type: string | null, day: number): LibraryItem {
  const url = type === null ? null : `https://studio.example/files/${id}`
  return { id, type, url, created_at: `2026-11-0${day}T00:00:00Z` } as LibraryItem
}

/** Answers with pages by their source. */
function answer(pages: Record<string, LibraryPage>): void {
  fetch.mockImplementation((_, { kind, media }) =>
    Promise.resolve(pages[media === '' ? kind : `${kind}/${media}`] ?? { items: [], next: null })
  )
}

test('offers images of both kinds, newest first, without other files', async () => {
  answer({
    image: { items: [item('fox', 'image/png', 5), item('sea', 'image/webp', 1)], next: null },
    'upload/image': {
      items: [item('plan', 'image/tiff', 4), item('boat', 'image/jpeg', 3), item('text', null, 2)],
      next: null
    }
  })
  const { items, rest } = await loadLibraryChoices(IMAGES)
  expect(items.map(({ id }) => id)).toEqual(['fox', 'boat', 'sea'])
  expect(rest).toEqual({})
})

test('goes on only where there is more', async () => {
  answer({ audio: { items: [item('one', 'audio/mpeg', 3)], next: '3_one' } })
  const { rest } = await loadLibraryChoices(MEDIA)
  expect(rest).toEqual({ audio: '3_one' })
  fetch.mockClear()
  await loadLibraryChoices(MEDIA, rest)
  expect(fetch.mock.calls).toEqual([['token', { kind: 'audio', media: '', cursor: '3_one' }]])
})
