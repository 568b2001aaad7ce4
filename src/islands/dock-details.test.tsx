import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { ClearEndedRuns } from '#islands/dock-details.tsx'
import { $dock, type DockRun } from '#stores/dock.ts'

function runOf(id: string, state: DockRun['state']): DockRun {
  return { id, service: 'flux', state, progress: 0 }
}

async function show(runs: readonly DockRun[]): Promise<HTMLButtonElement | null> {
  $dock.set(runs)
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(place).render(<ClearEndedRuns runs={runs} t={key => key} />))
  return place.querySelector('button')
}

test('one press hides all ended runs and keeps the others', async () => {
  const button = await show([
    runOf('one', 'ready'),
    runOf('two', 'running'),
    runOf('three', 'failed')
  ])
  expect(button?.textContent).toBe('field.dock.clear')
  await act(async () => button?.click())
  expect($dock.get().map(({ id }) => id)).toEqual(['two'])
})

test('a single ended run has its own button only', async () => {
  expect(await show([runOf('one', 'ready'), runOf('two', 'running')])).toBeNull()
})
