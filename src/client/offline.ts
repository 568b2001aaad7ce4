import type { Failure } from '#client/turns.ts'

/** The failure that a page shows when it cannot load its own scripts. */
export const OFFLINE_FAILURE: Failure = {
  code: 'unknown',
  detail: 'offline',
  sentence: '',
  issues: [],
  traceId: ''
}
