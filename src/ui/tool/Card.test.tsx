import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { Task } from '#contract/task.ts'
import { Card } from '#ui/tool/Card.tsx'
import type { CardParts } from '#ui/tool/card-parts.ts'
import { Song } from '#ui/tool/Song.tsx'

const t = (key: string): string => key
const parts = {
  service: { id: 'flux', actions: {} },
  plans: '/plans',
  now: 0,
  locale: 'en',
  t
} as unknown as CardParts
const response = { success: false, error: { code: 'busy', message: 'Try later.' } }
let root: Root | null = null
let place: HTMLElement

async function show(state: Task['state']): Promise<HTMLElement> {
  if (root === null) {
    place = document.createElement('div')
    root = createRoot(place)
  }
  const task = {
    id: 't1',
    type: 'images',
    state,
    request: {},
    response,
    progress: 0,
    trace_id: 'x',
    created_at: 0
  } as unknown as Task
  await act(async () => root?.render(<Card task={task} parts={parts} />))
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
