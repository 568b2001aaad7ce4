import type { Report } from '#contract/report.ts'

/** The states of reports. */
export const REPORT_STATES = [
  'open',
  'taken_down',
  'dismissed'
] as const satisfies readonly Report['state'][]

/** The reasons for a report that users can choose. */
export const SHOWN_REPORT_REASONS = [
  'illegal',
  'harm',
  'abuse',
  'privacy',
  'copyright',
  'spam',
  'other'
] as const satisfies readonly Report['reason'][]

/** Returns the colour of a state's dot. */
export function reportDotColor(state: Report['state']): 'warn' | 'bad' | 'idle' {
  return ({ open: 'warn', taken_down: 'bad', dismissed: 'idle' } as const)[state]
}
