import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRunBadge } from '#ui/tool/use-run-badge.ts'
import type { AnnouncedRun } from '#ui/tool/use-told.ts'

let root: Root

function Page({ runs }: { runs: readonly AnnouncedRun[] }) {
  useRunBadge(runs)
  return null
}

/** Renders runs in these states, and returns the title. */
async function titled(...states: AnnouncedRun['state'][]): Promise<string> {
  const runs = states.map((state, at) => ({ id: String(at), name: 'Flux', progress: 0, state }))
  await act(async () => root.render(<Page runs={runs} />))
  return document.title
}

function see(visible: boolean): string {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible)
  document.dispatchEvent(new Event('visibilitychange'))
  return document.title
}

beforeEach(() => {
  document.title = '(3) wishes · Muses'
  root = createRoot(document.createElement('div'))
})
afterEach(async () => act(async () => root.unmount()))

test('the title begins with the number of runs in progress', async () => {
  expect(await titled('running', 'running')).toBe('(2) (3) wishes · Muses')
  expect(await titled('running', 'ready')).toBe('(1) (3) wishes · Muses')
  expect(await titled('failed', 'ready')).toBe('(3) wishes · Muses')
})

test('a run that ends while the tab is hidden leaves a tick until the tab is visible', async () => {
  await titled('running', 'running')
  see(false)
  expect(await titled('ready', 'running')).toBe('✓ (1) (3) wishes · Muses')
  expect(await titled('ready', 'cancelled')).toBe('✓ (3) wishes · Muses')
  expect(see(true)).toBe('(3) wishes · Muses')
})

test('neither a failure nor an earlier result leaves a tick', async () => {
  see(false)
  await titled('ready', 'running')
  expect(await titled('ready', 'failed')).toBe('(3) wishes · Muses')
})

test('a new title of the page gets the number with the next change of a run', async () => {
  await titled('running')
  document.title = 'Chat · Muses'
  expect(await titled('running')).toBe('(1) Chat · Muses')
})

test('a page whose list of runs is gone has no number', async () => {
  await titled('running')
  await act(async () => root.unmount())
  expect(document.title).toBe('(3) wishes · Muses')
})
