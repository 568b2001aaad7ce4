import { getCACertificates } from 'node:tls'
import { createWorkers } from '#media/workers.ts'
import type { Context } from '#servers/lib/context.ts'
import type { LEDGER_JOBS } from '#servers/metrics/ledger-job.ts'
import {
  claimLedgerCheck,
  storeLedgerCheck,
  type LedgerCheck
} from '#servers/metrics/ledger-check-store.ts'

const MINUTE = 60_000

/**
 * Milliseconds. `FIRST`: time from a start to the first look whether a check is due. `EVERY`: time
 * between two looks. `LIMIT`: time after which a check is given up.
 */
const FIRST = MINUTE
const EVERY = 10 * MINUTE
const LIMIT = 30 * MINUTE

/** Fewest milliseconds between two checks, and their share of the time of a slow check. */
const PAUSE = 60 * MINUTE
const SHARE = 0.01

type Needs = Pick<Context, 'config' | 'database' | 'clock' | 'log'>

/**
 * Checks the ledger every hour in a process of its own, or more rarely if a check takes longer than 36
 * seconds.
 * Of all processes on a database, one at a time does it.
 * @param first milliseconds until the first look whether a check is due
 */
export function startLedgerWatch(context: Needs, first = FIRST): { stop(): Promise<void> } {
  const workers = createWorkers<typeof LEDGER_JOBS>({
    file: new URL('./worker.ts', import.meta.url),
    heavy: ['check'],
    size: 1,
    limit: LIMIT
  })
  const ending = new AbortController()
  const { config, clock, database, log } = context
  const { databaseUrl: url, dataDir } = config

  async function look(): Promise<void> {
    try {
      if (!(await claimLedgerCheck(context, pauseAfter))) return
      const began = clock.now()
      // The process has an empty environment, which may name more authorities.
      const authorities = url === null ? [] : getCACertificates()
      const order = { url, dataDir, authorities, now: began }
      const disagreements = await workers.run('check', order, ending.signal)
      const at = clock.now()
      await storeLedgerCheck(database, { at, took: at - began, disagreements })
      if (disagreements > 0)
        log.error({ disagreements }, 'the ledger disagrees: run npm run check:ledger')
    } catch (error) {
      if (!ending.signal.aborted) log.error({ err: error }, 'the ledger could not be checked')
    }
  }

  let running: Promise<void> = Promise.resolve()
  const again = (): void => void (running = look())
  const begin = setTimeout(again, first).unref()
  const timer = setInterval(again, EVERY).unref()
  return {
    async stop() {
      clearTimeout(begin)
      clearInterval(timer)
      ending.abort()
      await workers.stop()
      await running
    }
  }
}

function pauseAfter(last: LedgerCheck | null): number {
  return Math.max(PAUSE, (last?.took ?? 0) / SHARE)
}
