import type { Order } from '#contract/order.ts'
import { centsToDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Config } from '#servers/config.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { RAIL_PAY_WAYS, type RailId } from '#servers/platform/orders/rails.ts'

type Needs = { config: Pick<Config, 'stripe' | 'manualPayment' | 'sandbox' | 'testHosts'> }

/**
 * Lists the rails for new orders, the default first: Stripe and bank transfer if set up, otherwise
 * the sandbox. Test hosts take no real money.
 * @param isTest whether the host is a test host
 */
export function availableRailIds({ config }: Needs, isTest = false): RailId[] {
  const { stripe, manualPayment, sandbox } = config
  const real: RailId[] = [
    ...(stripe === null ? [] : (['stripe'] as const)),
    ...(manualPayment === null ? [] : (['manual'] as const))
  ]
  if (!isTest && real.length > 0) return real
  return sandbox === 'auto' ? ['sandbox'] : []
}

/** The limits of one Stripe payment, in US cents. */
const LEAST = 50
const MOST = 99_999_999

/**
 * Rejects a price that nobody could pay if Stripe is the only rail. Zero is always accepted.
 * @param cents US cents
 * @param at the field that sets the price, and whether the host is a test host
 * @throws Problem `bad_request`
 */
export function checkPayable(
  needs: Needs,
  cents: number,
  { field, isTest = false }: { field: string; isTest?: boolean }
): void {
  const rails = availableRailIds(needs, isTest)
  if (cents === 0 || !(rails.length === 1 && rails[0] === 'stripe')) return
  const code = cents < LEAST ? 'too_small' : cents > MOST ? 'too_large' : null
  if (code === null) return
  const detail = `${field}: a Stripe payment must be $${centsToDollars(LEAST)} to $${centsToDollars(MOST)}`
  throw new Problem('bad_request', { detail, issues: [{ field, code }] })
}

/** Returns whether the origin is one of our test hosts. */
export function isTestHost({ testHosts }: Pick<Config, 'testHosts'>, origin: string): boolean {
  return Object.values(testHosts).includes(origin)
}

/** Returns how an order can be paid, while it can be. */
export function paymentOptions(
  { config }: Needs,
  order: OrderRow
): Pick<Order, 'pay_ways' | 'pay_instructions'> {
  const open = order.state === 'Pending' && order.price > 0
  const rails = availableRailIds({ config }, isTestHost(config, order.origin))
  return {
    pay_ways: open ? rails.flatMap(id => [...RAIL_PAY_WAYS[id]]) : [],
    pay_instructions:
      open && order.rail === 'manual' && order.pay_way === 'Manual' ? config.manualPayment : null
  }
}
