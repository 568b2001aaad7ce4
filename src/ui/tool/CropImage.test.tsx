import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileField } from '#core/field.ts'
import type { Action } from '#core/service.ts'
import { CropImageButton } from '#ui/tool/CropImage.tsx'
import { reached } from '../../../tests/support/dom.ts'

const PICTURE = 'https://studio.example/files/1/boat.jpg'
const cropFile = vi.hoisted(() => vi.fn())
vi.mock('#ui/mask/crop-file.ts', () => ({
  createCropFile: cropFile,
  canvasLimit: ([width]: [number]) => ({ side: 16_384, area: width > 5000 ? 1e6 : 1e9 }),
  drawCrop: () => true
}))

const field: FileField = { type: 'file', accept: 'image', max: 1, bytes: 5_000_000, least: 300 }
const action: Action = {
  fields: {
    image_url: field,
    aspect_ratio: { type: 'choice', look: 'ratio', options: ['16:9', '1:1'] }
  },
  price: [],
  outputs: 1,
  envelope: 'list',
  shows: { field: 'image_url', as: 'image' },
  deadline: 1,
  expected: 1
}
let root: Root | null = null
const onDone = vi.fn<(file: File) => void>()

/** The document of the tests loads no images. */
function stubImage(width: number, height: number): void {
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      naturalWidth = width
      naturalHeight = height
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    }
  )
}
beforeEach(() => stubImage(900, 600))
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const button = (name: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find(
    each => each.textContent === name || each.getAttribute('aria-label') === name
  ) ?? expect.fail(`no button ${name}`)
const frame = (): HTMLElement =>
  document.querySelector<HTMLElement>('[role=application]') ?? expect.fail('no frame')
const sides = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('[type=number]')].map(({ value }) => value)
const notes = (): (string | null)[] =>
  [...document.querySelectorAll('output:not(.sr-only) > *')].map(each => each.textContent)
const click = (name: string): Promise<void> => act(async () => button(name).click())

async function open(values: Record<string, string> = {}, hasMask = false): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const t = (key: string): string => key
  const image = { picture: PICTURE, name: 'boat.jpg', field, action, values, hasMask, onDone, t }
  await act(async () => root?.render(<CropImageButton label="boat.jpg" {...image} />))
  await click('field.crop.open')
  await reached(() => expect(document.querySelector('canvas')).not.toBeNull())
}

async function press(target: Element, key: string, shiftKey = false): Promise<void> {
  const init = { key, shiftKey, bubbles: true, cancelable: true }
  await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', init)))
}

async function choose(at: number): Promise<void> {
  await act(async () => document.querySelectorAll<HTMLInputElement>('[type=radio]')[at]?.click())
}

test('a crop begins with the ratio of the form and is made in full size', async () => {
  const file = new File([], 'boat.jpg')
  cropFile.mockResolvedValue(file)
  await open({ aspect_ratio: '1:1' })
  expect([sides(), notes()]).toEqual([['600', '600'], []])
  await press(frame(), 'ArrowRight')
  await press(button('field.crop.top_left'), 'ArrowDown')
  await click('field.crop.use')
  const crop = { frame: { x: 168, y: 9, width: 591, height: 591 }, turns: 0 }
  const wanted = { output: [591, 591], name: 'boat.jpg', bytes: 5_000_000 }
  expect(cropFile).toHaveBeenCalledWith(expect.objectContaining({ size: [900, 600] }), crop, wanted)
  expect(onDone).toHaveBeenCalledExactlyOnceWith(file)
})

test('the image turns with its frame, and Reset brings the beginning back', async () => {
  await open()
  expect(sides()).toEqual(['900', '600'])
  await click('field.crop.turn')
  expect(sides()).toEqual(['600', '900'])
  // The first ratio is 16:9, the first option of the form.
  await choose(0)
  expect(sides()).toEqual(['600', '338'])
  await click('field.crop.reset')
  expect(sides()).toEqual(['900', '600'])
})

test('an image that stays as it is is not uploaded again', async () => {
  await open()
  await click('field.crop.use')
  expect([cropFile.mock.calls, onDone.mock.calls]).toEqual([[], []])
})

test('a crop that the tool does not take, and a lost mask, are named before', async () => {
  await open({}, true)
  expect(notes()).toEqual([])
  for (let each = 0; each < 40; each++) await press(frame(), 'ArrowUp', true)
  expect(sides()).toEqual(['900', '240'])
  expect(notes()).toEqual(['field.crop.too_small', 'field.crop.mask'])
})

test('a crop beyond the canvas of the browser is scaled down, and the dialog says so', async () => {
  stubImage(6000, 4000)
  cropFile.mockResolvedValue(null)
  await open({ aspect_ratio: '1:1' })
  expect(notes()).toEqual(['field.crop.bounded'])
  await click('field.crop.use')
  expect(cropFile.mock.calls[0]?.[2].output).toEqual([1000, 1000])
  expect(onDone).not.toHaveBeenCalled()
  expect(notes()).toEqual(['field.crop.bounded', 'field.issue.file_too_large'])
})
