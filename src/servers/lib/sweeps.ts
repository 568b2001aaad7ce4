import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two sweeps. */
const EVERY = 60_000

type Swept = Pick<Context, 'database' | 'clock' | 'log'>

/** Removes expired data every minute. A failed sweep is logged and retried a minute later. */
export function startSweeps(
  context: Swept,
  sweeps: readonly ((context: Swept) => Promise<void>)[]
): { stop(): void } {
  const timer = setInterval(() => {
    Promise.all(sweeps.map(sweep => sweep(context))).catch((error: unknown) =>
      context.log.error({ err: error }, 'sweep failed')
    )
  }, EVERY).unref()
  return { stop: () => clearInterval(timer) }
}
