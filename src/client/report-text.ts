import type { Report } from '#contract/report.ts'

/** Reports by what was decided. */
export const REPORT_STATES = ['open', 'taken_down', 'dismissed'] as const satisfies readonly Report['state'][]

/** Why something should not be seen, as people choose it. */
export const REPORT_REASONS = [
  'illegal',
  'harm',
  'abuse',
  'privacy',
  'copyright',
  'spam',
  'other'
] as const satisfies readonly Report['reason'][]

/** The colour of a state's dot. */
export function dotOfReport(state: Report['state']): 'warn' | 'bad' | 'idle' {
  return ({ open: 'warn', taken_down: 'bad', dismissed: 'idle' } as const)[state]
}
