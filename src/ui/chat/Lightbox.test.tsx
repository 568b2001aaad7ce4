import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lightbox } from '#ui/chat/Lightbox.tsx'

const t = (key: string): string => key

/** Width and height of each picture, by the last part of its address. */
const SIZES: Record<string, [number, number]> = {
  photo: [400, 300],
  edited: [800, 600],
  cropped: [300, 300],
  again: [400, 300]
}

let root: Root | null = null
beforeEach(() => {
  document.documentElement.lang = 'en'
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      naturalWidth = 0
      naturalHeight = 0
      set src(address: string) {
        ;[this.naturalWidth, this.naturalHeight] = SIZES[new URL(address).pathname.slice(1)] ?? [
          1, 1
        ]
        queueMicrotask(() => this.dispatchEvent(new Event('load')))
      }
      removeAttribute() {}
    }
  )
})
afterEach(() => {
  act(() => root?.unmount())
  document.documentElement.removeAttribute('lang')
  document.body.replaceChildren()
})

/** Opens a picture of a chat: a question, an answer to it, and further turns. */
async function open(name: string): Promise<HTMLElement> {
  document.body.innerHTML = [
    ['chat.turn.you', 'photo'],
    ['chat.turn.answer', 'edited'],
    ['chat.turn.you', 'again'],
    ['chat.turn.answer', 'cropped']
  ]
    .map(
      ([label, each]) =>
        `<article aria-label="${label}"><a data-picture href="https://api.example/${each}"><img alt="${each}"></a></article>`
    )
    .join('')
  const link = document.querySelector<HTMLAnchorElement>(`a[href$="/${name}"]`)
  if (link === null) throw new Error('no such picture')
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () => root?.render(<Lightbox link={link} onClose={() => undefined} t={t} />))
  return place
}

const button = (place: HTMLElement, label: string): HTMLButtonElement | null =>
  place.querySelector(`button[aria-label="${label}"]`)

test('an edited picture of an answer is compared with the picture of its question', async () => {
  const place = await open('edited')
  expect([...place.querySelectorAll('img')].map(({ src }) => src)).toEqual([
    'https://api.example/edited',
    'https://api.example/photo'
  ])
  expect(place.querySelector('input[type="range"]')?.getAttribute('aria-label')).toBe(
    'chat.picture.compare'
  )
  await act(async () => button(place, 'chat.picture.compare')?.click())
  expect(place.querySelector('input')).toBeNull()
  expect(place.querySelectorAll('img')).toHaveLength(1)
})

test.each(['photo', 'again', 'cropped'])(
  '%s is shown alone: a question edits nothing, and another shape cannot be compared',
  async name => {
    const place = await open(name)
    expect(place.querySelector('input')).toBeNull()
    expect(button(place, 'chat.picture.compare')).toBeNull()
    expect(place.querySelector('img')?.getAttribute('src')).toBe(`https://api.example/${name}`)
  }
)

test('the lightbox opens with the focus on itself, not on a button that does nothing', async () => {
  const place = await open('photo')
  expect(document.activeElement).toBe(place.querySelector('dialog'))
  expect(button(place, 'chat.picture.previous')?.getAttribute('aria-disabled')).toBe('true')
})

test('an arrow key moves the line of a comparison, and does not open the next picture', async () => {
  const place = await open('edited')
  const line = place.querySelector('input')
  await act(async () =>
    line?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  )
  expect(place.querySelector('input')).not.toBeNull()
  await act(async () => button(place, 'chat.picture.previous')?.click())
  expect(place.querySelector('img')?.getAttribute('src')).toBe('https://api.example/photo')
})

test('a picture is enlarged by keys and buttons, and the next one is whole', async () => {
  const place = await open('photo')
  const press = (key: string): Promise<void> =>
    act(async () => {
      place
        .querySelector('dialog')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  const scale = (): string | undefined => place.querySelector('img')?.style.transform
  await press('+')
  expect(scale()).toContain('matrix(1.5,')
  await act(async () => button(place, 'field.view.zoom_in')?.click())
  expect(scale()).toContain('matrix(2.25,')
  await press('0')
  expect(scale()).toContain('matrix(1,')
  await press('+')
  await press('ArrowRight')
  await act(async () => button(place, 'chat.picture.compare')?.click())
  expect(scale()).toContain('matrix(1,')
})

test('a swipe leads to the next picture', async () => {
  const place = await open('photo')
  const stage = place.querySelector<HTMLElement>('.touch-none')
  if (stage === null) throw new Error('there is no stage')
  stage.setPointerCapture = () => undefined
  const touch = (type: string, clientX: number): Promise<void> =>
    act(async () => {
      const finger = { pointerId: 1, pointerType: 'touch', clientX, clientY: 0, bubbles: true }
      stage.dispatchEvent(new PointerEvent(type, finger))
    })
  await touch('pointerdown', 200)
  await touch('pointermove', 100)
  await touch('pointerup', 60)
  expect(place.querySelector('dialog')?.getAttribute('aria-label')).toBe('chat.picture.title')
  expect(place.querySelector('img')?.getAttribute('src')).toBe('https://api.example/edited')
})
