import { randomBytes } from 'node:crypto'

/** Stripe's record of a payment page. */
export type StripeSession = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  /** An id, or the whole object if its status matters. */
  payment_intent: string | { id: string; status: string } | null
  /** Time of the expiry in unix seconds. */
  expires_at: number
  asked: Form
}

export type StripeRefund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: string
  metadata: Record<string, string>
}

/** A form body for Stripe, whose names in brackets have become nested objects. */
export type Form = { [name: string]: string | Form }

/** An error response of Stripe. */
export class Refused extends Error {
  readonly status: number
  readonly body: { error: { type: string; message: string; code?: string; param?: string } }

  constructor(
    status: number,
    type: string,
    message: string,
    more: { code?: string; param?: string } = {}
  ) {
    super(message)
    this.status = status
    this.body = { error: { type, message, ...more } }
  }
}

export function idOf(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`
}

/** Reads `line_items[0][quantity]=1` as nested objects. */
export function formOf(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(part => part !== '')
    let at = form
    for (const part of path.slice(0, -1))
      at = at[part] = typeof at[part] === 'object' ? at[part] : {}
    at[path.at(-1) ?? ''] = value
  }
  return form
}

/** Returns the inner form at a path; empty if there is none. */
export function inner(form: Form, ...path: string[]): Form {
  return path.reduce<Form>((at, name) => (typeof at[name] === 'object' ? at[name] : {}), form)
}

export function textOf(form: Form, name: string): string {
  return typeof form[name] === 'string' ? form[name] : ''
}

export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : []
    )
  )
}

/**
 * Creates a payment page and checks the request as Stripe does.
 * @param now unix milliseconds
 */
export function newSession(asked: Form, now: number, page: string): StripeSession {
  const price = inner(asked, 'line_items', '0', 'price_data')
  const amount =
    Number(textOf(price, 'unit_amount')) *
    Number(textOf(inner(asked, 'line_items', '0'), 'quantity'))
  if (!(Number.isInteger(amount) && amount >= 50))
    throw new Refused(400, 'invalid_request_error', 'the amount is too small', {
      code: 'amount_too_small'
    })
  if (textOf(inner(price, 'product_data'), 'name') === '')
    throw new Refused(400, 'invalid_request_error', 'a name is missing', { param: 'name' })
  if (asked['payment_method_types'] !== undefined)
    throw new Refused(400, 'invalid_request_error', 'unknown parameter', {
      code: 'parameter_unknown',
      param: 'payment_method_types'
    })
  const ahead = Number(textOf(asked, 'expires_at')) - now / 1000
  if (!(ahead >= 1800 && ahead <= 86_400))
    throw new Refused(400, 'invalid_request_error', 'expires_at is out of range', {
      param: 'expires_at'
    })
  const id = idOf('cs_test')
  return {
    id,
    object: 'checkout.session',
    url: `${page}/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency: textOf(price, 'currency'),
    client_reference_id: textOf(asked, 'client_reference_id') || null,
    metadata: textsOf(inner(asked, 'metadata')),
    payment_intent: null,
    expires_at: Number(textOf(asked, 'expires_at')),
    asked
  }
}
