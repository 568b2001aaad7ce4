import type { Usage } from '#contract/usage.ts'

/** The colour of each state's dot. */
export const USAGE_DOT_COLORS: Record<Usage['state'], 'good' | 'warn' | 'bad' | 'idle'> = {
  queued: 'idle',
  running: 'warn',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'idle'
}
