import type Stripe from 'stripe'
import { Problem } from '#core/problem.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'log' | 'fetch'>

/** The longest wait for a response, in milliseconds, and the number of retries. */
const PATIENCE = 8000
const RETRIES = 1

const clients = new WeakMap<StripeConfig, Promise<Stripe>>()

/**
 * Returns Stripe's own client. It is loaded on first use, since it takes almost a megabyte, which
 * deployments without Stripe never need.
 */
export function stripeClient(
  { fetch }: Pick<Needs, 'fetch'>,
  config: StripeConfig
): Promise<Stripe> {
  const known = clients.get(config)
  if (known !== undefined) return known
  const made = import('stripe').then(({ Stripe: Client }) => {
    const httpClient = Client.createFetchHttpClient((input, init) => fetch(input, init))
    const common = { httpClient, timeout: PATIENCE, maxNetworkRetries: RETRIES, telemetry: false }
    return new Client(config.secretKey, { ...common, ...placeOf(config) })
  })
  clients.set(config, made)
  return made
}

function placeOf({ url }: StripeConfig): Stripe.StripeConfig {
  if (url === null) return {}
  const { hostname, port, protocol } = new URL(url)
  const plain = protocol === 'http:'
  return {
    host: hostname,
    port: port === '' ? (plain ? 80 : 443) : Number(port),
    protocol: plain ? 'http' : 'https'
  }
}

/**
 * Calls Stripe. Stripe's error message goes to the log, not into the response.
 * @throws Problem `busy` if a retry may work, `bad_request` for a way of paying or an amount that
 * Stripe does not accept, otherwise `api_error`
 */
export async function askStripe<T>(
  context: Needs,
  config: StripeConfig,
  ask: (stripe: Stripe) => Promise<T>
): Promise<T> {
  try {
    return await ask(await stripeClient(context, config))
  } catch (error) {
    if (isMissingAtStripe(error) || error instanceof Problem) throw error
    throw toProblem(context, error)
  }
}

/** Returns whether Stripe says that the object does not exist, at least not for this key. */
export function isMissingAtStripe(error: unknown): boolean {
  return codeOf(error) === 'resource_missing'
}

function toProblem({ log }: Pick<Needs, 'log'>, cause: unknown): Problem {
  const {
    type = 'unknown',
    message = '',
    statusCode = 0,
    requestId = '',
    param = ''
  } = cause as Partial<Stripe.errors.StripeError>
  log.error(
    {
      type,
      code: codeOf(cause),
      status: statusCode,
      request: requestId,
      said: message.slice(0, 500)
    },
    'Stripe refused'
  )
  const later =
    type === 'StripeConnectionError' || type === 'StripeRateLimitError' || type === 'StripeAPIError'
  if (later) return new Problem('busy', { detail: 'Stripe does not respond', cause })
  if (param.includes('payment_method_types'))
    return notTaken('Stripe does not allow this payment method here', 'not_allowed', cause)
  if (AMOUNTS.has(codeOf(cause)))
    return notTaken('Stripe does not allow this amount', 'not_payable', cause)
  return new Problem('api_error', { detail: 'Stripe refused', cause })
}

/** Stripe's error codes for an amount that it does not accept. */
const AMOUNTS = new Set(['amount_too_small', 'amount_too_large'])

function notTaken(detail: string, code: string, cause: unknown): Problem {
  return new Problem('bad_request', { detail, issues: [{ field: 'pay_way', code }], cause })
}

function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}
