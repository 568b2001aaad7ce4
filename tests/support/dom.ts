import { act } from 'react'
import { vi } from 'vitest'

/** React asks for this before it believes that updates are wrapped in `act`. */
function awaitActs(on: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: on })
}

awaitActs(true)

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
