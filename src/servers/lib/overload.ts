import { Problem } from '#core/problem.ts'
import type { Database } from '#servers/lib/database/database.ts'

/**
 * `every`: milliseconds between two looks at the event loop. `looks`: how many make a measurement.
 * `late`: mean delay in milliseconds above which users wait for seconds; with 500 answers and 200
 * images at once it is 200 to 600 on two cores. `row`: late measurements one after another that
 * count as overload, so that a short peak refuses nobody.
 */
const USUAL = { every: 50, looks: 10, late: 200, row: 3 }

/**
 * Most transactions that wait for the database while new work is still accepted. Each of them takes
 * some milliseconds, and the next words of all answers wait behind them.
 */
const MOST_WAITING = 200

/** Seconds after which refused callers try again. */
const RETRY_AFTER = 5

/**
 * Watches whether this process has more work than it can do: its event loop is late, or its
 * database is. The second shows at once when thousands of calls arrive in one moment.
 * @returns a function that tells it; a single measurement that is not late ends an overload
 */
export function watchOverload(
  database: Pick<Database, 'load'>,
  { every, looks, late, row } = USUAL
): () => boolean {
  let [count, delay, inRow] = [0, 0, 0]
  let before = performance.now()
  setInterval(() => {
    const now = performance.now()
    delay += now - before - every
    before = now
    if (++count < looks) return
    inRow = delay / count > late ? inRow + 1 : 0
    count = delay = 0
  }, every).unref()
  return () => inRow >= row || database.load().waiting > MOST_WAITING
}

/** Builds the problem of a call that an overloaded process does not begin. */
export function overloadProblem(): Problem {
  return new Problem('too_many_requests', {
    detail: `this server is overloaded; try again in ${RETRY_AFTER} s`,
    issues: [{ field: 'server', code: 'overloaded' }],
    retryAfter: RETRY_AFTER
  })
}
