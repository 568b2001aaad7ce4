import { formatBytes } from '#core/bytes.ts'
import { formatDay, formatNumber, isolateDirection } from '#core/format.ts'

/**
 * The kinds of problems that operators are told about.
 * - `failures`: most runs of a service failed within the last hour
 * - `stuck`: runs are past their deadline
 * - `disk`: the data folder's disk is nearly full
 * - `certificate`: the certificate of a public address ends soon, or is not trusted
 * - `backup`: the last scheduled backup failed
 * - `drill`: the last backup could not be restored for a trial
 * - `ledger`: credits disagree with the ledger
 * - `balance`: little money is left at a vendor
 */
export const ALERT_KINDS = [
  'failures',
  'stuck',
  'disk',
  'certificate',
  'backup',
  'drill',
  'ledger',
  'balance'
] as const

export type AlertKind = (typeof ALERT_KINDS)[number]

/** A problem of the deployment. Kind and subject identify it. */
export type Alert = {
  kind: AlertKind
  /** The service, host or account that it concerns; empty for the whole deployment. */
  subject: string
  /**
   * How bad it is: `12/20` failed runs, a number of runs or rows, free bytes, `312 USD` in
   * cents, or a time in unix milliseconds, which is 0 for a certificate that is not trusted.
   */
  value: string
}

/** Describes how bad a problem is, in the words of a language that its label completes. */
export function formatAlert({ kind, subject, value }: Alert, locale: string): string {
  const amount = Number(value)
  switch (kind) {
    case 'failures':
      return `${isolateDirection(subject)}, ${value}`
    case 'certificate':
      return amount === 0
        ? subject
        : [subject, formatDay(amount, locale)].map(isolateDirection).join(', ')
    case 'backup':
    case 'drill':
      return formatDay(amount, locale)
    case 'disk':
      return formatBytes(amount, locale)
    case 'balance':
      return [subject, formatCents(value, locale)].map(isolateDirection).join(', ')
    case 'stuck':
    case 'ledger':
      return formatNumber(amount, locale)
  }
}

/** @param value hundredths of a currency and its code, such as `312 USD` */
function formatCents(value: string, locale: string): string {
  const [cents, currency = 'USD'] = value.split(' ')
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(cents) / 100)
}
