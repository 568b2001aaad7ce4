import { Problem } from '#core/problem.ts'

/**
 * `every`: milliseconds between two looks at the event loop. `looks`: how many make a measurement.
 * `late`: mean delay in milliseconds above which users wait for seconds; with 500 answers and 200
 * images at once it is 200 to 600 on two cores. `row`: late measurements one after another that
 * count as overload, so that a short peak refuses nobody.
 */
const USUAL = { every: 50, looks: 10, late: 200, row: 3 }

/** Seconds after which refused callers try again. */
const RETRY_AFTER = 5

/**
 * Watches whether this process has more work than it can do.
 * @returns a function that tells it; a single measurement that is not late ends an overload
 */
export function watchOverload({ every, looks, late, row } = USUAL): () => boolean {
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
  return () => inRow >= row
}

/** Builds the problem of a call that an overloaded process does not begin. */
export function overloadProblem(): Problem {
  return new Problem('too_many_requests', {
    detail: `this server is overloaded; try again in ${RETRY_AFTER} s`,
    issues: [{ field: 'server', code: 'overloaded' }],
    retryAfter: RETRY_AFTER
  })
}
