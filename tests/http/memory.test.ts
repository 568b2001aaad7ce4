import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { COMPILED } from '../support/compiled.ts'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { lastGrowth, MEMORY_KINDS, type MemoryReport } from '../support/memory-kinds.ts'

/** Calls of one kind in a round. */
const CALLS = FULL_DOSE ? 100 : 25

/**
 * Bytes that a call may leave in memory: the median of the last rounds. It is about 100 where
 * nothing stays, since single rounds still grow, and more after few calls. What stays for each call,
 * such as an object with its closures, adds its bytes to every round.
 */
const MOST = FULL_DOSE ? 300 : 4000

test.each(doseOf(Object.entries(MEMORY_KINDS), 1))(
  '%s leaves nothing in memory',
  { timeout: 1_800_000 },
  async (kind, status) => {
    const program = 'tests/support/memory-process.ts'
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', program, kind, String(CALLS), String(MOST)],
      { env: { ...process.env, ...COMPILED } }
    )
    const { grown, statuses } = JSON.parse(stdout) as MemoryReport
    expect(statuses).toEqual([status])
    expect(lastGrowth(grown), `bytes by round: ${grown}`).toBeLessThan(MOST)
  }
)
