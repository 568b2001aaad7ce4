import type { Sent } from '#client/page-forms.server.ts'
import type { Credential } from '#contract/credential.ts'
import { typedAmount } from '#core/typed-number.ts'

/** The last second of a day, in UTC: a key that ends on a day works on it. */
const END = 'T23:59:59Z'

/**
 * The fields of a key as a form sends them. What is not readable goes on as it was written, so that the platform names it:
 * a limit that nobody can read must not become none.
 * @param now the key as it is, of which an end that was not touched keeps its very second
 */
export function keyFields(sent: Sent, now?: Pick<Credential, 'expired_at'>) {
  const [limit, end] = [sent('limit'), sent('end')]
  const untouched = now !== undefined && end === dayOf(now.expired_at)
  return {
    name: sent('name'),
    limited_amount: limit === '' ? null : typedAmount(limit),
    ...(!untouched && { expired_at: end === '' ? null : /^\d{4}-\d{2}-\d{2}$/.test(end) ? end + END : end })
  }
}

/** The day of a time, as a date field has it; empty for none. @param iso ISO 8601 */
export function dayOf(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 10)
}
