import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two sweeps, unless a caller says otherwise. */
const EVERY = 60_000

type Swept = Pick<Context, 'database' | 'clock' | 'log'>

/**
 * Removes expired data again and again. A failed sweep is logged and retried at the next turn.
 * @param every milliseconds between two sweeps
 */
export function startSweeps(
  context: Swept,
  sweeps: readonly ((context: Swept) => Promise<void>)[],
  every = EVERY
): { stop(): void } {
  const timer = setInterval(() => {
    Promise.all(sweeps.map(sweep => sweep(context))).catch((error: unknown) =>
      context.log.error({ err: error }, 'sweep failed')
    )
  }, every).unref()
  return { stop: () => clearInterval(timer) }
}
