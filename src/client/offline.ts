import type { Failure } from '#client/turns.ts'

/** What a page says that cannot fetch its own parts. */
export const OFFLINE: Failure = { code: 'unknown', detail: 'offline', sentence: '', issues: [], traceId: '' }
