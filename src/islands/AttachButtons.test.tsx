import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { AttachButtons } from '#islands/AttachButtons.tsx'
import type { ExtrasOptions } from '#islands/extras-options.ts'

const PHOTO = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
const attached = vi.hoisted(() => vi.fn())
const handHeld = vi.hoisted(() => vi.fn())
vi.mock('#ui/take-photo.ts', () => ({
  takePhoto: (onFiles: (files: File[]) => void) => onFiles([PHOTO])
}))
vi.mock('#client/hand-held.ts', () => ({ isHandHeld: handHeld }))
vi.mock('#stores/attachments.ts', () => ({ attachFiles: attached }))

let root: Root
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
})

/** Shows the buttons for a model, and returns the button of the camera. */
async function show(isPhone: boolean, isFileSupported: boolean): Promise<HTMLElement | null> {
  handHeld.mockReturnValue(isPhone)
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  const options = {
    group: { id: 'chatgpt', models: [{ name: 'eyes', isImageSupported: true, isFileSupported }] },
    thread: { id: 'c1' },
    model: 'eyes',
    t: (key: string) => key
  } as unknown as ExtrasOptions
  await act(async () => root.render(<AttachButtons {...options} />))
  await act(async () => void (await import('#islands/AttachPhoto.tsx')))
  return place.querySelector<HTMLElement>('[aria-label="field.file.camera"]')
}

test('on a phone, a photo is attached to a question for a model that reads only images', async () => {
  const camera = await show(true, false)
  camera?.click()
  expect(attached).toHaveBeenCalledWith('c1', [PHOTO])
})

test.each([
  ['a model that reads any file', true, true],
  ['a desktop', false, false]
])('%s needs no button of the camera', async (_, isPhone, isFileSupported) => {
  expect(await show(isPhone, isFileSupported)).toBeNull()
})
