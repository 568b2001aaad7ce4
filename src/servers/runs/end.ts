import type { VendorCost } from '#core/provider.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { settleRun } from '#servers/runs/hold.ts'
import { updateHeldRun, type HeldRun } from '#servers/runs/lease.ts'

/**
 * The final state of a run, its charge in micro-credits, its cost at the vendor, and other columns
 * that change with it.
 */
export type RunEnd = Partial<RunRow> &
  Pick<
    RunRow,
    'state' | 'charged' | 'measure' | 'reason' | 'status_code' | 'response' | 'cost' | 'cost_by'
  >

/**
 * Returns the columns with a run's cost. A run of the sandbox costs nothing.
 * @param cost null if it is unknown
 */
export function costColumns(
  fund: RunRow['fund'],
  cost: VendorCost | null
): Pick<RunRow, 'cost' | 'cost_by'> {
  if (fund === 'sandbox') return { cost: 0, cost_by: null }
  if (cost === null) return { cost: null, cost_by: null }
  return { cost: cost.micro, cost_by: cost.measured ? 'usage' : 'list' }
}

/**
 * Ends a run that this process holds: receipt, money, results and last event are written in one
 * transaction. A run that had timed out and now delivers a late result is free, since its credits
 * were returned at the timeout.
 * @param finish writes the results and the last event; the function that it returns is called after
 * the commit
 * @returns false when another process has ended the run
 */
export async function endRun(
  { database, clock, meter }: Pick<Context, 'database' | 'clock' | 'meter'>,
  run: HeldRun,
  end: RunEnd,
  finish: (tx: Queries, ended: RunRow) => Promise<() => void>
): Promise<boolean> {
  const now = clock.now()
  let counted: RunRow | null = null
  const publish = await database.transaction(async tx => {
    const ended = await updateHeldRun(tx, run)
      .set({ finished_at: run.finished_at ?? now, ...end })
      .returningAll()
      .executeTakeFirst()
    if (ended === undefined) return null
    if (run.finished_at === null) counted = ended
    // An answer that the user's own key pays for has no held credits.
    if (run.finished_at === null && ended.held > 0) await settleRun(tx, ended, end.charged, now)
    return finish(tx, ended)
  })
  publish?.()
  if (counted !== null) meter?.runEnded(counted, end.charged)
  return publish !== null
}
