import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findService } from '#catalog/index.ts'
import { attachCamera } from '#islands/camera.tsx'
import { watchCamera } from '#islands/watch-camera.ts'
import { changeForm, freshForm, setField } from '#stores/tool-form.ts'
import { $uploads } from '#stores/uploads.ts'
import { fieldId } from '#ui/tool/parts.ts'

const service = { ...(findService('erase') ?? expect.fail('no erase')) }
const target = { service, t: (key: string) => key }
const uploaded = vi.hoisted(() => vi.fn())
vi.mock('#islands/tool-submit.ts', () => ({ uploadFilesToField: uploaded }))

const PHOTO = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
const taken = vi.hoisted(() => vi.fn<(onFiles: (files: File[]) => void) => void>())
const handHeld = vi.hoisted(() => vi.fn())
vi.mock('#ui/take-photo.ts', () => ({ takePhoto: taken }))
vi.mock('#client/hand-held.ts', () => ({ isHandHeld: handHeld }))

let end = (): void => undefined
beforeEach(() => {
  document.body.innerHTML = ['image_url', 'mask_url']
    .map(name => `<div class="field"><input id="${fieldId(name)}"></div>`)
    .join('')
})
afterEach(() => {
  act(() => end())
  uploaded.mockReset()
  act(() => {
    changeForm(service, freshForm(service))
    $uploads.set([])
  })
  document.body.replaceChildren()
})

const settled = (): Promise<void> => act(() => new Promise<void>(done => void setTimeout(done, 1)))
const cameras = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.field button')]

async function show(): Promise<void> {
  end = attachCamera(target)
  await settled()
}

test('a photo is uploaded into the field of an image; a mask has no camera', async () => {
  await show()
  const [camera] = cameras()
  expect(cameras()).toHaveLength(1)
  expect(camera?.closest('.field')?.querySelector(`#${fieldId('image_url')}`)).not.toBeNull()
  taken.mockImplementation(onFiles => onFiles([PHOTO]))
  camera?.click()
  const field = service.actions?.['images']?.fields['image_url']
  expect(uploaded).toHaveBeenCalledWith({ service, name: 'image_url', field }, [PHOTO])
})

test('a full field has no camera', async () => {
  await show()
  act(() => setField(service, 'image_url', 'https://api.example/files/a.png'))
  expect(cameras()).toEqual([])
  act(() => setField(service, 'image_url', undefined))
  expect(cameras()).toHaveLength(1)
  const upload = { key: 1, field: 'image_url', name: 'a.png', part: 0, cancel: () => undefined }
  act(() => $uploads.set([upload]))
  expect(cameras()).toEqual([])
})

test('a form that changes as the buttons are removed gets none', async () => {
  end = attachCamera(target)
  act(() => end())
  await settled()
  expect(document.querySelector('.field div')).toBeNull()
})

test.each([
  [true, 1],
  [false, 0]
])('a device that is held in the hand (%s) has the button', async (isHeld, count) => {
  handHeld.mockReturnValue(isHeld)
  await act(async () => {
    end = watchCamera(target)
    await vi.dynamicImportSettled()
  })
  await settled()
  expect(cameras()).toHaveLength(count)
})
