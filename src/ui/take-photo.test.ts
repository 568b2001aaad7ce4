import { expect, test, vi } from 'vitest'
import { isHandHeld } from '#client/hand-held.ts'
import { takePhoto } from '#ui/take-photo.ts'

const input = (): HTMLInputElement | null => document.querySelector('input[capture]')

test('the camera opens, and its photo is passed on', () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue()
  const onFiles = vi.fn()
  takePhoto(onFiles)
  expect(opened).toHaveBeenCalledOnce()
  expect([input()?.accept, input()?.getAttribute('capture')]).toEqual(['image/*', 'environment'])
  const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input(), 'files', { value: [photo] })
  input()?.dispatchEvent(new Event('change'))
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo])
  expect(input()).toBeNull()
})

test('a camera that is closed leaves nothing behind', () => {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue()
  const onFiles = vi.fn()
  takePhoto(onFiles)
  input()?.dispatchEvent(new Event('cancel'))
  expect([input(), onFiles.mock.calls]).toEqual([null, []])
})

test('a device with a coarse pointer is held in the hand', () => {
  const asked = vi.fn(() => ({ matches: true }))
  vi.stubGlobal('matchMedia', asked)
  expect(isHandHeld()).toBe(true)
  expect(asked).toHaveBeenCalledWith('(pointer: coarse)')
})
