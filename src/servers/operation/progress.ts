/** The progress of a command: `say` prints a line for its user, and the signal ends the command. */
export type CommandProgress = { say: (line: string) => void; signal: AbortSignal }

/** Milliseconds between two lines about one step. */
const EVERY = 2000

/**
 * Returns a function that prints how far a step is, at most every two seconds.
 * @returns call it as the step continues; it throws when the command must end
 */
export function createProgressReporter(
  { say, signal }: CommandProgress,
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
