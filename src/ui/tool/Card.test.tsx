import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '#contract/task.ts'
import { TaskCard } from '#ui/tool/Card.tsx'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Song } from '#ui/tool/Song.tsx'

const t = (key: string): string => key
const onRetry = vi.fn()
const action = { fields: {}, shows: { field: 'image_url', as: 'image' }, price: [], outputs: 1 }
const parts = {
  service: { id: 'flux', actions: { images: action } },
  priceOf: () => '0.12 credits',
  onRetry,
  plans: '/plans',
  now: 0,
  locale: 'en',
  t
} as unknown as CardParts
let root: Root | null = null
let place: HTMLElement

async function show(state: Task['state'], code = 'busy'): Promise<HTMLElement> {
  if (root === null) {
    place = document.createElement('div')
    root = createRoot(place)
  }
  const task = {
    id: 't1',
    type: 'images',
    state,
    request: {},
    response: { success: false, error: { code, message: 'Try later.' } },
    progress: 0,
    trace_id: 'x',
    created_at: 0
  } as unknown as Task
  await act(async () => root?.render(<TaskCard task={task} parts={parts} />))
  return place
}

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('announces a failure that happens while the page is open', async () => {
  await show('running')
  const page = await show('failed')
  expect(page.querySelector('[role=alert]')?.textContent).toContain('field.failure.free')
})

test('shows an earlier failure without announcing it', async () => {
  const page = await show('failed')
  expect(page.textContent).toContain('field.failure.free')
  expect(page.querySelector('[role=alert]')).toBeNull()
})

test('a failed run can be started again, and the button shows its price', async () => {
  const page = await show('failed')
  const again = page.querySelector<HTMLElement>('.notice button.button')
  expect(again?.textContent).toBe('field.results.retry· 0.12 credits')
  await act(async () => again?.click())
  expect(onRetry).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 't1' }))
})

test('a run that would fail again in the same way has no button to start it again', async () => {
  const page = await show('failed', 'forbidden')
  expect(page.querySelector('.notice button.button')).toBeNull()
})

test('without credits, a failed run offers to top up instead', async () => {
  const page = await show('failed', 'used_up')
  expect(page.querySelector('.notice button.button')).toBeNull()
  expect(page.querySelector('.notice a')?.getAttribute('href')).toBe('/plans')
})

test('the focus stays in place when a run is cancelled with the keyboard', async () => {
  document.body.append(await show('running'))
  place.querySelector<HTMLElement>('[aria-label="field.card.cancel"]')?.focus()
  await show('cancelled')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('field.card.delete')
})

test('the cover of a song links to its file where no script plays it', () => {
  const task = { request: {} } as Task
  document.body.innerHTML = renderToStaticMarkup(
    <Song output={{ title: 'Rain' }} address="https://x.example/a.mp3" task={task} t={t}>
      Rain
    </Song>
  )
  const link = document.querySelector('noscript a')
  expect(link?.getAttribute('href')).toBe('https://x.example/a.mp3')
  expect(link?.getAttribute('aria-label')).toBe('field.song.play')
  expect(document.querySelector('button')?.className).toContain('noscript:hidden')
})
