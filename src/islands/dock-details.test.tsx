import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { bindHub } from '#client/page-hub.ts'
import type { HubInfo } from '#client/hub.ts'
import { Problem, problemBody } from '#core/problem.ts'
import type { Translate } from '#i18n/translate.ts'
import { ClearEndedRuns, DockRow } from '#islands/dock-details.tsx'
import { $dock, type DockRun } from '#stores/dock.ts'
import { $token } from '#stores/token.ts'

afterEach(() => vi.unstubAllGlobals())

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

const RUN = runOf('one', 'running')

/** Shows a run whose cancelling is answered like this, and presses its button. */
async function cancel(answer: () => Promise<Response>): Promise<() => HTMLElement> {
  bindHub({ locale: 'en', hosts: { api: 'https://api.example' }, user: { id: 'a' } } as HubInfo)
  $token.set({ access: 'access', expiration: Date.now() + 3_600_000 })
  vi.stubGlobal('fetch', answer)
  $dock.set([RUN])
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const tool = { name: 'Flux', path: 'flux' }
  const t: Translate = (key, values) => [key, ...Object.values(values ?? {})].join(' ')
  await act(async () =>
    root.render(<DockRow run={RUN} tool={tool} address="/flux" locale="en" t={t} />)
  )
  await act(async () => place.querySelector('button')?.click())
  return () => place
}

test('a run that is cancelled leaves the dock', async () => {
  const place = await cancel(async () => Response.json({ success: true }))
  expect($dock.get()).toEqual([])
  expect(place().querySelector('[role=alert]')).toBeNull()
})

test.each([
  [
    async () => Response.json(problemBody(new Problem('busy'), 'Busy.', 'x'), { status: 500 }),
    'Busy.'
  ],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'field.dock.offline']
])('a run that could not be cancelled stays and says why', async (answer, reason) => {
  const place = await cancel(answer)
  expect($dock.get()).toEqual([RUN])
  expect(place().querySelector('[role=alert]')?.textContent).toBe(
    `field.pair field.card.cancel ${reason}`
  )
})
