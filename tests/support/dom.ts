import { act } from 'react'
import { afterAll, vi } from 'vitest'

/** React asks for this before it believes that updates are wrapped in `act`. */
function awaitActs(on: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: on })
}

awaitActs(true)

/** Timers of a file. One that outlives it finds no document: a store lets go of its window a second after its last reader. */
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

afterAll(() => timers.forEach(timer => clearTimeout(timer)))

/** Waits until something is shown; what happens meanwhile happens by itself, as in a browser. */
export async function reached(look: () => void): Promise<void> {
  awaitActs(false)
  try {
    await vi.waitFor(look, 10_000)
  } finally {
    awaitActs(true)
  }
  await act(async () => undefined)
}
