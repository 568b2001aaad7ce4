import { Problem } from '#core/problem.ts'

/** This issue tells clients that signing in helps. */
const ISSUES = [{ field: 'guest', code: 'guest' }]

/** Refuses a guest who wants more than their one answer or result. */
export function guestForbiddenProblem(
  detail = 'guests may only read their one answer or result'
): Problem {
  return new Problem('forbidden', { detail, issues: ISSUES })
}

/** Builds the problem for a guest who has had their answer or result. */
export function guestUsedUpProblem(): Problem {
  return new Problem('used_up', { detail: 'a guest gets one answer or result', issues: ISSUES })
}

/** Builds the problem for a run that needs an account, with the reason. */
export function guestRunProblem(code: 'guest_file' | 'guest_price'): Problem {
  const detail =
    code === 'guest_file' ? 'files need an account' : 'guests can only use the default settings'
  return new Problem('forbidden', { detail, issues: [{ field: 'guest', code }] })
}
