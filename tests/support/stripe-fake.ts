import { createHmac } from 'node:crypto'
import {
  formOf,
  idOf,
  inner,
  newSession,
  Refused,
  textOf,
  textsOf,
  type Form,
  type StripeRefund,
  type StripeSession
} from './stripe-objects.ts'

export const STRIPE_KEY = 'sk_test_51made0up'
/** The same account's key for real money. */
export const LIVE_KEY = 'sk_live_51made0up'
const KEYS = [STRIPE_KEY, LIVE_KEY].map(key => `Bearer ${key}`)
export const STRIPE_SECRET = 'whsec_made0up'

/** A webhook message of Stripe: its bytes, and the header with its signature. */
export type StripeMessage = {
  body: string
  headers: { 'stripe-signature': string; 'content-type': string }
}

/** A fake Stripe without a network. */
export type Stripe = {
  url: string
  sessions: Map<string, StripeSession>
  refunds: StripeRefund[]
  /** Each call as `POST /v1/checkout/sessions`. */
  calls: string[]
  /**
   * The current behaviour: normal, no response, errors of Stripe itself, or no support for the
   * payment method.
   */
  mood: 'well' | 'silent' | 'failing' | 'no_method'
  /**
   * Pays on Stripe's page as a customer.
   * @param change session fields that differ from the request
   */
  pay(sessionId: string, change?: Partial<StripeSession>): StripeSession
  /** Creates a webhook message, signed now unless `at` is given. */
  message(
    type: string,
    object: object,
    options?: { secret?: string; at?: number; created?: number }
  ): StripeMessage
  /**
   * Answers a call.
   * @throws Refused with the answer of an error; Error when no answer comes
   */
  answer(call: StripeCall): unknown
}

/** A call to Stripe. `path` has its query, and `text` is the form. */
type StripeCall = { method: string; path: string; key: string; once: string; text: string }

/**
 * Creates a fake of the part of Stripe that we use: calls with form bodies, API keys, idempotency
 * keys, and signed webhook messages.
 * @param now returns unix milliseconds
 * @param url its address
 */
export function createStripe(now: () => number, url: string): Stripe {
  const kept = new Map<string, { asked: string; answer: unknown }>()
  const server: Stripe = {
    url,
    sessions: new Map(),
    refunds: [],
    calls: [],
    mood: 'well',
    pay(sessionId, change = {}) {
      const session = known(sessionId)
      Object.assign(
        session,
        { status: 'complete', payment_status: 'paid', url: null, payment_intent: idOf('pi') },
        change
      )
      return session
    },
    message(type, object, { secret = STRIPE_SECRET, at = now(), created = at } = {}) {
      const body = JSON.stringify({
        id: idOf('evt'),
        object: 'event',
        type,
        created: Math.floor(created / 1000),
        livemode: false,
        data: { object }
      })
      return {
        body,
        headers: {
          'stripe-signature': signatureOf(body, secret, at),
          'content-type': 'application/json'
        }
      }
    },
    answer
  }
  return server

  function known(id: string): StripeSession {
    const session = server.sessions.get(id)
    if (session === undefined)
      throw new Refused(404, 'invalid_request_error', `No such checkout.session: ${id}`, {
        code: 'resource_missing'
      })
    return session
  }

  function answer({ method, path, key, once, text }: StripeCall): unknown {
    const { pathname, searchParams } = new URL(path, url)
    server.calls.push(`${method} ${pathname}`)
    if (server.mood === 'silent') throw new Error('gone')
    if (server.mood === 'failing') throw new Refused(500, 'api_error', 'something broke')
    if (!KEYS.includes(key))
      throw new Refused(401, 'invalid_request_error', 'Invalid API Key provided')
    if (method === 'GET') return look(pathname, searchParams)
    const before = kept.get(once)
    if (before !== undefined && before.asked !== text)
      throw new Refused(400, 'idempotency_error', 'Keys can only be used with the same parameters')
    const given = before?.answer ?? structuredClone(doAsked(pathname, formOf(text)))
    if (once !== '') kept.set(once, { asked: text, answer: given })
    return given
  }

  function look(path: string, query: URLSearchParams): unknown {
    const [, , noun = '', id = '', more = ''] = path.split('/')
    if (noun === 'refunds') {
      const data = server.refunds.filter(
        each => each.payment_intent === query.get('payment_intent')
      )
      return { object: 'list', url: path, has_more: false, data }
    }
    if (noun !== 'checkout' || id !== 'sessions')
      throw new Refused(404, 'invalid_request_error', `Unrecognized request URL (${path})`)
    return known(more)
  }

  function doAsked(path: string, form: Form): unknown {
    if (path === '/v1/refunds') return refund(form)
    if (path.endsWith('/expire')) return expire(known(path.split('/')[4] ?? ''))
    if (path !== '/v1/checkout/sessions')
      throw new Refused(404, 'invalid_request_error', `Unrecognized request URL (${path})`)
    if (server.mood === 'no_method')
      throw new Refused(400, 'invalid_request_error', 'No such payment method here', {
        param: 'allowed_payment_method_types[0]'
      })
    const session = newSession(form, now(), url)
    server.sessions.set(session.id, session)
    return session
  }

  function expire(session: StripeSession): StripeSession {
    if (session.status !== 'open')
      throw new Refused(400, 'invalid_request_error', 'Only open sessions can be expired')
    return Object.assign(session, { status: 'expired', url: null })
  }

  function refund(form: Form): StripeRefund {
    const payment_intent = textOf(form, 'payment_intent')
    const paid = [...server.sessions.values()].find(each => each.payment_intent === payment_intent)
    if (paid === undefined)
      throw new Refused(404, 'invalid_request_error', 'No such payment_intent', {
        code: 'resource_missing'
      })
    const before = server.refunds
      .filter(each => each.payment_intent === payment_intent)
      .reduce((sum, { amount }) => sum + amount, 0)
    const amount = Number(textOf(form, 'amount'))
    if (before + amount > paid.amount_total)
      throw new Refused(
        400,
        'invalid_request_error',
        'Refund amount is greater than what is left',
        { code: 'charge_already_refunded' }
      )
    const made = {
      id: idOf('re'),
      object: 'refund',
      payment_intent,
      amount,
      status: 'succeeded',
      metadata: textsOf(inner(form, 'metadata'))
    } as const
    server.refunds.push(made)
    return made
  }
}

/** Signs like Stripe: the time, and an HMAC of the time and the bytes. */
export function signatureOf(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
