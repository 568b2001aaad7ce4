import { act } from 'react'
import { afterAll, vi } from 'vitest'
import { resetAll } from '#stores/persisted.ts'

/** Sets the flag that React reads before it expects updates to be wrapped in `act`. */
function awaitActs(on: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: on })
}

awaitActs(true)

/**
 * All timers that the test file has started, to stop them at its end. A timer that outlives the
 * file finds no document. For example, a store detaches from the window one second after its last
 * subscriber.
 */
const timers = new Set<NodeJS.Timeout>()

for (const name of ['setTimeout', 'setInterval'] as const) {
  const start = globalThis[name]
  const kept = (work: () => void, delay?: number, ...values: []): NodeJS.Timeout => {
    const timer = start(work, delay, ...values)
    timers.add(timer)
    return timer
  }
  Object.assign(globalThis, { [name]: Object.assign(kept, start) })
}

// Files share a document and their modules: each leaves both as it found them.
afterAll(() => {
  timers.forEach(timer => clearTimeout(timer))
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetAll()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})

/** Waits until `look` passes. Updates meanwhile run without `act`, as in a browser. */
export async function reached(look: () => void): Promise<void> {
  awaitActs(false)
  try {
    await vi.waitFor(look, 10_000)
  } finally {
    awaitActs(true)
  }
  await act(async () => undefined)
}
