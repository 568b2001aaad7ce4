import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ViewerFrame } from '#ui/viewer/ViewerFrame.tsx'
import type { Viewable } from '#ui/viewer/view-list.ts'

const film = (id: string): Viewable => ({
  id,
  as: 'video',
  address: `https://api.example/${id}.mp4`,
  prompt: 'A boat',
  picture: `https://api.example/${id}.jpg`
})
const FILMS = [film('first'), film('second')]

let root: Root
beforeEach(async () => {
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () =>
    root.render(
      <ViewerFrame
        start="first"
        views={FILMS}
        onClose={() => undefined}
        locale="en"
        t={(key, values = {}) => [key, ...Object.values(values)].join(' ')}
      >
        {() => null}
      </ViewerFrame>
    )
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.documentElement.removeAttribute('style')
  document.body.replaceChildren()
})

const find = <T extends HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
const video = (): HTMLVideoElement => find('video')
const press = (name: string): Promise<void> =>
  act(async () => find(`[aria-label="${name}"]`).click())
const type = (key: string): Promise<void> =>
  act(async () => {
    find('dialog').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })

test('loop and speed stay when the next video is shown', async () => {
  expect(video().getAttribute('poster')).toBe('https://api.example/first.jpg')
  await press('field.view.loop')
  const speed = find<HTMLSelectElement>('select')
  await act(async () => {
    speed.value = '1.5'
    speed.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await type('ArrowRight')
  expect(video().src).toBe('https://api.example/second.mp4')
  expect([video().loop, video().playbackRate, video().defaultPlaybackRate]).toEqual([
    true,
    1.5,
    1.5
  ])
})

test('buttons and keys pause a video and move it by one frame', async () => {
  video().currentTime = 1
  await press('field.view.frame_next')
  expect(video().currentTime).toBeCloseTo(1 + 1 / 24)
  await press('field.view.frame_previous')
  await type(',')
  expect(video().currentTime).toBeCloseTo(1 - 1 / 24)
  await type('.')
  expect(video().currentTime).toBeCloseTo(1)
  expect(video().paused).toBe(true)
  video().currentTime = 0
  await type(',')
  expect(video().currentTime).toBe(0)
})

test('tooltips name the keys, and mirror arrows where the page reads from right to left', async () => {
  const tooltip = (name: string): string => find(`[aria-label="${name}"]`).title
  expect(tooltip('field.view.frame_next')).toBe('field.view.hint field.view.frame_next .')
  expect(tooltip('field.view.next')).toBe('field.view.hint field.view.next →')
  document.documentElement.style.direction = 'rtl'
  await press('field.view.next')
  expect(tooltip('field.view.next')).toBe('field.view.hint field.view.next ←')
})

describe('a finger on a video', () => {
  const touch = async (kind: string, x: number, y: number): Promise<void> => {
    const where = { bubbles: true, clientX: x, clientY: y }
    const event = Object.assign(new MouseEvent(kind, where), {
      pointerId: 1,
      pointerType: 'touch'
    })
    await act(async () => void video().dispatchEvent(event))
  }
  const drag = async (y: number, to: readonly [x: number, y: number]): Promise<string> => {
    vi.spyOn(video(), 'getBoundingClientRect').mockReturnValue({ bottom: 600 } as DOMRect)
    await touch('pointerdown', 200, y)
    await touch('pointermove', ...to)
    await touch('pointerup', ...to)
    return new URL(video().src).pathname
  }

  test('swipes to the next video and back', async () => {
    expect(await drag(300, [80, 310])).toBe('/second.mp4')
    expect(await drag(300, [320, 290])).toBe('/first.mp4')
  })

  test.each([
    ['taps', 300, [203, 301]],
    ['moves up', 300, [140, 100]],
    ['seeks with the controls', 560, [20, 560]]
  ] as const)('shows no other video if it %s', async (_, y, to) => {
    expect(await drag(y, to)).toBe('/first.mp4')
  })

  test('shows no other video while one fills the screen', async () => {
    Object.assign(document, { fullscreenElement: video() })
    expect(await drag(300, [80, 310])).toBe('/first.mp4')
    Reflect.deleteProperty(document, 'fullscreenElement')
  })
})
