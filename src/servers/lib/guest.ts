import { Problem } from '#core/problem.ts'

/** This issue tells clients that signing in helps. */
const ISSUES = [{ field: 'guest', code: 'guest' }]

/** Refuses a guest who wants more than their one answer. */
export function notForGuests(detail = 'a guest can ask one question and read its answer'): Problem {
  return new Problem('forbidden', { detail, issues: ISSUES })
}

/** Builds the problem for a guest who has had their answer. */
export function guestUsedUp(): Problem {
  return new Problem('used_up', { detail: 'a guest gets one answer', issues: ISSUES })
}
