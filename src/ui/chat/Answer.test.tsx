import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import type { Turn } from '#client/turns.ts'
import { Answer } from '#ui/chat/Answer.tsx'

const t = (key: string): string => key
const failure = { code: 'busy', sentence: 'Try later.', detail: '', issues: [], traceId: '' }
let root: Root | null = null
let place: HTMLElement

async function show(turn: Partial<Turn>): Promise<HTMLElement> {
  if (root === null) {
    place = document.createElement('div')
    root = createRoot(place)
  }
  const whole = {
    id: 'm1',
    role: 'assistant',
    content: '',
    reasoning: '',
    failure: null,
    versions: [],
    sent: true,
    ...turn
  } as unknown as Turn
  await act(async () =>
    root?.render(<Answer turn={whole} last={false} plans="/plans" Markdown={() => null} t={t} />)
  )
  return place
}

afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

test('announces a failure that happens while the page is open', async () => {
  await show({ state: 'pending' })
  const page = await show({ state: 'failed', failure })
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Try later.')
})

test('shows an earlier failure without announcing it', async () => {
  const page = await show({ state: 'failed', failure })
  expect(page.textContent).toContain('Try later.')
  expect(page.querySelector('[role=alert]')).toBeNull()
})
