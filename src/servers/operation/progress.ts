/** Progress of a command: lines for the user who started it, and a signal that ends it. */
export type Telling = { say: (line: string) => void; signal: AbortSignal }

/** Milliseconds between two lines about one step. */
const EVERY = 2000

/**
 * Prints how far a step is, at most every two seconds.
 * @returns is called as the step goes on; throws when the command must end
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
