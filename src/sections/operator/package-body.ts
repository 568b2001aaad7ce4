import type { FieldReader } from '#client/page-forms.server.ts'
import { parseFormNumber } from '#sections/operator/text.ts'

/** The API's names for the fields of the package form. */
export const PACKAGE_FIELDS = [
  'title',
  'type',
  'service_id',
  'amount',
  'price',
  'base_price',
  'duration',
  'position'
] as const

const DAY = 86_400

/**
 * Builds the request body from the package form. The form has the duration in days. The price is
 * before any site's margin.
 */
export function packageBody(sent: FieldReader): Record<string, unknown> {
  const days = parseFormNumber(sent('days'))
  const type = sent('type')
  return {
    ...(type !== '' && { type, service_id: sent('service_id') || null }),
    title: sent('title'),
    amount: parseFormNumber(sent('amount')),
    price: parseFormNumber(sent('price')),
    duration: typeof days === 'number' ? Math.round(days * DAY) : (days ?? 0),
    position: parseFormNumber(sent('position'))
  }
}

/** Converts seconds to days for the form. */
export function packageDays(seconds: number): string {
  return seconds === 0 ? '' : String(Math.round((seconds / DAY) * 100) / 100)
}
