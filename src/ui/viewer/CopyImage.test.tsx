import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyImageButton } from '#ui/viewer/CopyImage.tsx'

const ADDRESS = 'https://api.example/boat.png'
const PNG = new Blob(['boat'], { type: 'image/png' })

let root: Root
let place: HTMLElement
const write = vi.fn(async (_: { items: Record<string, Promise<Blob>> }[]) => undefined)

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  vi.stubGlobal(
    'ClipboardItem',
    class {
      items: Record<string, Promise<Blob>>
      constructor(items: Record<string, Promise<Blob>>) {
        this.items = items
      }
    }
  )
  vi.stubGlobal('navigator', { clipboard: { write } })
  vi.stubGlobal('fetch', async () => new Response(PNG, { headers: { 'content-type': PNG.type } }))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  write.mockClear()
})

const show = (): Promise<void> =>
  act(async () => root.render(<CopyImageButton address={ADDRESS} t={key => key} />))
const press = (): Promise<void> => act(async () => place.querySelector('button')?.click())
const said = (): string | undefined => place.querySelector('output')?.textContent

test('an image is copied as PNG, and the button says so', async () => {
  await show()
  await press()
  expect(said()).toBe('field.card.copied')
  const blob = await write.mock.calls[0]?.[0][0]?.items['image/png']
  expect([blob?.type, await blob?.text()]).toEqual(['image/png', 'boat'])
})

test('a failure is shown, and the next press tries again', async () => {
  write.mockRejectedValueOnce(new Error('denied'))
  await show()
  await press()
  expect(said()).toBe('field.view.copy_failed')
  expect(place.querySelector('output')?.className).not.toContain('sr-only')
  await press()
  expect(said()).toBe('field.card.copied')
})

test('there is no button in a browser that copies no images', async () => {
  vi.stubGlobal('navigator', {})
  await show()
  expect(place.querySelector('button')).toBeNull()
})
