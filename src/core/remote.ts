import type { Problem } from './problem.ts'

/**
 * A server response as a screen sees it, in the four states of the specification. A success without
 * a value cannot be expressed.
 */
export type RemoteData<T> =
  | { status: 'none' }
  | { status: 'request' }
  | { status: 'success'; value: T }
  | { status: 'error'; problem: Problem }
