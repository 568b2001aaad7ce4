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

/** Returns the width of the picture in the area that scrolls. */
const widthIn = (area: HTMLElement): string =>
  area.firstElementChild?.getAttribute('style')?.match(/width: ([^;]+)/)?.[1] ?? ''

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

/** Sends a pointer event to the canvas. */
async function touch(canvas: Element, kind: string, pointerId: number, x: number, y: number) {
  const place = { pointerId, pointerType: 'touch', isPrimary: pointerId === 1 }
  const event = new PointerEvent(kind, { ...place, clientX: x, clientY: y, bubbles: true })
  await act(async () => canvas.dispatchEvent(event))
}

test('two fingers move the picture and change its zoom instead of painting', async () => {
  const canvas = await open()
  Object.assign(canvas, { setPointerCapture: vi.fn() })
  const area = canvas.closest<HTMLElement>('[dir=ltr]') ?? expect.fail('no area')
  const zoom = (): string | undefined => /\* ([\d.]+)\)$/.exec(widthIn(area))?.[1]
  Object.assign(area, { scrollLeft: 100, scrollTop: 100 })
  await touch(canvas, 'pointerdown', 1, 10, 10)
  await touch(canvas, 'pointermove', 1, 12, 10)
  await touch(canvas, 'pointermove', 1, 10, 10)
  await touch(canvas, 'pointerdown', 2, 50, 10)
  await touch(canvas, 'pointermove', 1, -10, 0)
  await touch(canvas, 'pointermove', 2, 30, 0)
  // Both fingers moved by 20 to the left and 10 up, and so did the picture.
  expect(zoom()).toBe('1')
  expect([area.scrollLeft, area.scrollTop].map(Math.round)).toEqual([120, 110])
  await touch(canvas, 'pointermove', 2, 70, 0)
  expect(zoom()).toBe('2')
  await touch(canvas, 'pointerup', 1, -10, 0)
  await touch(canvas, 'pointermove', 2, 90, 0)
  await touch(canvas, 'pointerup', 2, 90, 0)
  maskFile.mockResolvedValue('empty')
  await act(async () => button('field.mask.use')?.click())
  expect(maskFile.mock.calls[0]?.[0]).toEqual({ done: [], undone: [] })
})

test('one finger still paints after two fingers moved the picture', async () => {
  const canvas = await open()
  Object.assign(canvas, { setPointerCapture: vi.fn() })
  for (const finger of [1, 2]) await touch(canvas, 'pointerdown', finger, 10 * finger, 10)
  for (const finger of [1, 2]) await touch(canvas, 'pointerup', finger, 10 * finger, 10)
  await touch(canvas, 'pointerdown', 1, 10, 10)
  await touch(canvas, 'pointerup', 1, 10, 10)
  maskFile.mockResolvedValue('empty')
  await act(async () => button('field.mask.use')?.click())
  expect(maskFile.mock.calls[0]?.[0].done).toHaveLength(1)
})

test('a brush that keys move is scrolled into view', async () => {
  const canvas = await open()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  await press(canvas, 'ArrowRight')
  await press(canvas, 'ArrowDown')
  expect(scrolled.mock.contexts.map(each => (each as Element).tagName)).toEqual([
    'circle',
    'circle'
  ])
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest', inline: 'nearest' })
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
