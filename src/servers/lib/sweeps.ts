import type { Context } from '#servers/lib/context.ts'

/** Milliseconds from one time to the next. */
const EVERY = 60_000

type Swept = Pick<Context, 'database' | 'clock' | 'log'>

/** Removes every minute what has had its time. What fails is logged, and tried again the next minute. */
export function startSweeps(context: Swept, sweeps: readonly ((context: Swept) => Promise<void>)[]): { stop(): void } {
  const timer = setInterval(() => {
    Promise.all(sweeps.map(sweep => sweep(context))).catch((error: unknown) => context.log.error({ err: error }, 'sweep failed'))
  }, EVERY).unref()
  return { stop: () => clearInterval(timer) }
}
