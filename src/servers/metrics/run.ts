import type { Config } from '#servers/config.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Meter } from '#servers/lib/meter.ts'
import { startLedgerWatch } from '#servers/metrics/ledger-watch.ts'
import { listenForMetrics } from '#servers/metrics/listener.ts'

/** `url` is the address of the listener for metrics alone; null if there is none. */
export type RunningMetrics = { url: string | null; stop(): Promise<void> }

/**
 * Starts the listener for metrics, if it has a port, and the checks of the ledger.
 * @throws Error when the port is taken
 */
export async function runMetrics(
  context: Context,
  meter: Meter,
  { port, ...reader }: NonNullable<Config['metrics']>
): Promise<RunningMetrics> {
  const listener = port === null ? null : await listenForMetrics(meter, { port, ...reader })
  const ledger = startLedgerWatch(context)
  return {
    url: listener?.url ?? null,
    async stop() {
      await listener?.stop()
      await ledger.stop()
    }
  }
}
