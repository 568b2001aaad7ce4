import { Problem } from '#core/problem.ts'

/** Clients know by this issue that signing in helps. */
const ISSUES = [{ field: 'guest', code: 'guest' }]

/** Somebody who has not signed in wants more than their one answer. */
export function notForGuests(detail = 'a guest can ask one question and read its answer'): Problem {
  return new Problem('forbidden', { detail, issues: ISSUES })
}

/** A guest has had their answer. */
export function guestUsedUp(): Problem {
  return new Problem('used_up', { detail: 'a guest gets one answer', issues: ISSUES })
}
