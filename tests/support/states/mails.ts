import { ALERT_KINDS } from '#core/alert.ts'
import type { Mail, MailKind, MailRow } from '#servers/lib/mail/letter.ts'

const ORDER: MailRow = ['order', '3369e077-2500-4263-86c7-cae0f0e7e843']

/** Every kind of problem. */
const ALERTS: readonly MailRow[] = ALERT_KINDS.map(kind => [kind, '3'])

/** The table rows in each kind of email; the sentences come from the locale files. */
const ROWS: Record<MailKind, readonly MailRow[]> = {
  verify: [],
  reset: [],
  magic: [],
  taken: [],
  guarded: [],
  changed: [],
  drift: [['gone', 'gpt-4o (openai)']],
  alert: ALERTS,
  alert_over: ALERTS,
  order: [['what', '100'], ['price', '$15.00'], ['credits', '100'], ORDER],
  refund: [['what', '100'], ['refunded', '$15.00'], ['taken', '100'], ORDER],
  renewal: [['ends', '2026-11-22']],
  low_balance: [['left', '0.5']],
  result: [
    ['tool', 'Flux'],
    ['state', '3']
  ],
  refused: [['tool', 'Flux']]
}

/** Creates one email of every kind. */
export function mailsIn(locale: Mail['locale']): Mail[] {
  const site = { title: 'Polymuse', origin: 'https://studio.example' }
  const off = (kind: MailKind): Pick<Mail, 'off'> =>
    ROWS[kind].length > 0 && !['drift', 'alert', 'alert_over'].includes(kind)
      ? { off: `${site.origin}/profile` }
      : {}
  const kinds = Object.keys(ROWS) as MailKind[]
  return kinds.map(kind => ({
    to: 'ada@example.com',
    kind,
    link: `${site.origin}/x`,
    locale,
    site,
    rows: ROWS[kind],
    ...off(kind)
  }))
}
