import { checkLedger } from '../../src/servers/operation/check-ledger.ts'
import { openStudio } from '../../tests/support/studio.ts'
import { doseOf } from './dose.ts'
import { addCharges, ENTRIES_OF_RUN } from './ledger-rows.ts'

/**
 * Number of charged runs at which the check is measured: a thousand to a million entries. Ten
 * million were not written and checked within eight minutes.
 */
const SIZES = [100, doseOf(10_000, 200), doseOf(100_000, 400)]

/**
 * Measures `npm run check:ledger` while the ledger grows. The check reads every entry, so its time
 * for one entry should stay.
 * @returns a line with microseconds per entry, and the last in ratio to the second; at a thousand
 *   entries most of the time goes into empty pages
 */
export async function measureLedger(): Promise<string> {
  const studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  const { database } = studio.context
  try {
    const times: number[] = []
    for (const [index, to] of SIZES.entries()) {
      await addCharges(database, { from: SIZES[index - 1] ?? 0, to })
      const started = performance.now()
      const { counts, disagreements } = await checkLedger(database, { now: Date.now() })
      times.push(performance.now() - started)
      if (counts.runs !== to || disagreements.length > 0)
        throw new Error(`the ledger disagrees: ${JSON.stringify(disagreements.slice(0, 3))}`)
    }
    const each = times.map((time, index) => (time * 1000) / entriesAt(index))
    const ratio = (each[2] ?? 0) / (each[1] ?? 1)
    const shown = each.map(time => time.toFixed(1)).join(', ')
    const sizes = SIZES.map((_, index) => entriesAt(index)).join(', ')
    const whole = ((times[2] ?? 0) / 1000).toFixed(1)
    return `check of the ledger: ${ratio.toFixed(1)}× (${shown} µs for each of ${sizes} entries), ${whole} s for the last`
  } finally {
    await studio.close()
  }
}

function entriesAt(index: number): number {
  return (SIZES[index] ?? 0) * ENTRIES_OF_RUN
}
