import { runWhenIdle } from '#client/when-idle.ts'

/** Events by which a user acts on the page, and events by which they only look around. */
const ACTS = ['pointerdown', 'keydown', 'input', 'paste', 'dragenter']
const LOOKS = ['pointermove', 'wheel', 'touchstart']

/** Connections on which code that the user may never need would delay other downloads. */
const SLOW = ['slow-2g', '2g', '3g']

let used: Promise<void> | null = null

/**
 * Runs work once the user has interacted with the page and the browser is idle.
 * @param patience the longest wait after the interaction, in milliseconds
 * @returns a function that cancels it
 */
export function runAfterInteraction(work: () => void, patience: number): () => void {
  let over = false
  let forget = (): void => {
    over = true
  }
  used ??= waitForUse()
  void used.then(() => {
    if (!over) forget = runWhenIdle(work, patience)
  })
  return () => forget()
}

/**
 * Runs work once the browser is idle, for parts that a page shows without an interaction. For users
 * who save data or have a slow connection it waits like {@link runAfterInteraction}.
 */
export function runWhenAffordable(work: () => void, patience: number): () => void {
  return (isCostly() ? runAfterInteraction : runWhenIdle)(work, patience)
}

function waitForUse(): Promise<void> {
  const first = new AbortController()
  return new Promise(resolve => {
    const begin = (): void => {
      first.abort()
      resolve()
    }
    for (const sign of isCostly() ? ACTS : [...ACTS, ...LOOKS])
      addEventListener(sign, begin, { capture: true, passive: true, signal: first.signal })
  })
}

/** Checks whether each download costs this user time or money, where the browser knows. */
function isCostly(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || SLOW.includes(connection?.effectiveType ?? '')
}
