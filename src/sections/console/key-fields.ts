import type { FieldReader } from '#client/page-forms.server.ts'
import type { Credential } from '#contract/credential.ts'
import { parseAmount } from '#core/typed-number.ts'

/** The last second of a day, in UTC. An API key that ends on a day still works on that day. */
const END = 'T23:59:59Z'

/**
 * Reads the fields of an API key from a form. Unreadable input goes on unchanged, so that the
 * platform reports it. An unreadable limit must not become no limit.
 * @param now the current key; its exact time of expiry is kept if the user did not change the day
 */
export function keyFields(sent: FieldReader, now?: Pick<Credential, 'expired_at'>) {
  const [limit, end] = [sent('limit'), sent('end')]
  const untouched = now !== undefined && end === expiryDay(now.expired_at)
  return {
    name: sent('name'),
    limited_amount: limit === '' ? null : parseAmount(limit),
    ...(!untouched && {
      expired_at: end === '' ? null : /^\d{4}-\d{2}-\d{2}$/.test(end) ? end + END : end
    })
  }
}

/**
 * Returns the day of a time for a date field; empty for null.
 * @param iso ISO 8601
 */
export function expiryDay(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 10)
}
