/** How work is told of and stopped: lines for whoever started it, and a signal that ends it. */
export type Telling = { say: (line: string) => void; signal: AbortSignal }

/** Milliseconds between two lines about the same step. */
const EVERY = 2000

/**
 * Tells how far a step is, not more often than every two seconds.
 * @returns to be called as it goes on; throws when the work shall end
 */
export function progress(
  { say, signal }: Telling,
  what: string
): (done: number, total: number) => void {
  let told = Date.now()
  return (done, total) => {
    signal.throwIfAborted()
    if (Date.now() - told < EVERY) return
    told = Date.now()
    say(`${what}: ${done} of ${total}`)
  }
}
