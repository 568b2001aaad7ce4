import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileField } from '#core/field.ts'
import { FileRows } from '#ui/tool/FileRows.tsx'
import type { FormParts } from '#ui/tool/parts.ts'
import { reached } from '../../../tests/support/dom.ts'

/** Sizes of images by address. The document of the tests loads no images. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  'https://a.example/sea': [1024, 768],
  'https://a.example/fox': [640, 640],
  'https://a.example/fits': [1024, 768],
  'https://a.example/small': [512, 384]
}
const [sea, fox, fits, small, gone] = ['sea', 'fox', 'fits', 'small', 'gone'].map(
  name => `https://a.example/${name}`
) as [string, string, string, string, string]

beforeEach(() => {
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode = vi.fn<() => Promise<void>>().mockResolvedValue()
      get naturalWidth(): number {
        return SIZES[this.src]?.[0] ?? 0
      }
      get naturalHeight(): number {
        return SIZES[this.src]?.[1] ?? 0
      }
    }
  )
})

const picture: FileField = { type: 'file', accept: 'image', max: 3, list: true, bytes: 9 }
const field: FileField = { type: 'file', accept: 'image', max: 1, bytes: 9, masks: 'image_urls' }
const t = (key: string, values: object = {}): string => [key, ...Object.values(values)].join(' ')
const place = document.createElement('div')
let root: Root | null = null

async function show(image_urls: string[], mask: string, issue?: string): Promise<void> {
  root ??= createRoot(place)
  const values = { image_urls, mask }
  const parts = {
    id: 'lab',
    action: { fields: { image_urls: picture, mask: field } },
    values,
    titles: {},
    onField: vi.fn(),
    onFiles: vi.fn(),
    t
  } as unknown as FormParts
  const control = { name: 'mask', field, bounds: field, open: [], issue, refused: undefined, parts }
  await act(async () => root?.render(<FileRows {...control} kept={[mask]} coming={[]} />))
}

const notes = (): (string | null)[] =>
  [...place.querySelectorAll('[role=alert]')].map(each => each.textContent)

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('a mask of another size than the first image names the size that it must have', async () => {
  await show([sea, fox], small)
  await reached(() => expect(notes()).toEqual(['field.mask.wrong_size 1024 768']))
  await show([sea, fox], fits)
  await reached(() => expect(notes()).toEqual([]))
})

test('a mask whose size is unknown has no note, and the answer of the server replaces the note', async () => {
  await show([sea], gone)
  expect(notes()).toEqual([])
  await show([sea], small)
  await reached(() => expect(notes()).toHaveLength(1))
  await show([sea], small, 'wrong_size')
  expect(notes()).toEqual([])
})
