import type { Alert } from '#core/alert.ts'

/** An alert that operators were told about. */
export type OpenAlert = Alert & {
  /** Unix milliseconds. */
  since: number
  /** Looks in a row that did not find it. */
  missed: number
}

/** Returns what identifies an alert. */
export function identifyAlert({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`
}
