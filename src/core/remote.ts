import type { Problem } from './problem.ts'

/** A server's answer as a screen sees it: the spec's four states, so that success without a value cannot be written. */
export type Remote<T> = { status: 'none' } | { status: 'request' } | { status: 'success'; value: T } | { status: 'error'; problem: Problem }
