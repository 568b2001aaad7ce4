import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PaintMaskButton } from '#ui/tool/PaintMask.tsx'
import { reached } from '../../../tests/support/dom.ts'

const PICTURE = 'https://studio.example/files/1/boat.png'
const maskFile = vi.hoisted(() => vi.fn())
vi.mock('#ui/mask/mask-file.ts', () => ({ createMaskFile: maskFile }))

let root: Root | null = null
const onDone = vi.fn<(mask: File) => void>()

beforeEach(() => {
  // The document of the tests loads no images.
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      naturalWidth = 900
      naturalHeight = 600
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
    }
  )
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.resetAllMocks()
  vi.unstubAllGlobals()
})

const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(each => each.textContent === name)
const output = (): string => document.querySelector('output')?.textContent ?? ''

async function open(): Promise<HTMLCanvasElement> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(<PaintMaskButton picture={PICTURE} onDone={onDone} t={key => key} />)
  )
  button('field.mask.paint')?.click()
  await reached(() => expect(document.querySelector('canvas')).not.toBeNull())
  const canvas = document.querySelector('canvas')
  if (canvas === null) throw new Error('no canvas')
  return canvas
}

async function press(target: Element, key: string): Promise<void> {
  await act(async () =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  )
}

test('a mask is painted by keyboard and becomes the file of its field', async () => {
  const file = new File([], 'mask.png')
  maskFile.mockResolvedValue(file)
  const canvas = await open()
  await press(canvas, 'ArrowRight')
  await press(canvas, ' ')
  await act(async () => button('field.mask.use')?.click())
  // The brush begins in the middle, and one press moves it by half of its width.
  const strokes = { done: [{ tool: 'brush', size: 54, points: [[477, 300]] }], undone: [] }
  expect(maskFile).toHaveBeenCalledWith(strokes, [900, 600], { feather: 0, marks: 'white' })
  expect(onDone).toHaveBeenCalledExactlyOnceWith(file)
})

test('an empty mask is not used', async () => {
  maskFile.mockResolvedValue('empty')
  await open()
  await act(async () => button('field.mask.use')?.click())
  expect([output(), onDone.mock.calls]).toEqual(['field.mask.empty', []])
})

test('if the browser cannot make the mask, the editor says so', async () => {
  maskFile.mockResolvedValue('too_large')
  await press(await open(), 'Enter')
  await act(async () => button('field.mask.use')?.click())
  expect([output(), onDone.mock.calls]).toEqual(['field.mask.too_large', []])
})
