import type { Order } from '#contract/order.ts'
import { toDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Config } from '#servers/config.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { WAYS, type RailId } from '#servers/platform/orders/rails.ts'

type Needs = { config: Pick<Config, 'stripe' | 'manualPayment' | 'sandbox' | 'testHosts'> }

/**
 * By what orders can be paid at a place, the first one first: really where Stripe or a bank account is set up; else in
 * the sandbox. On test hosts no real money is taken.
 * @param isTest is it a test host?
 */
export function railIdsAt({ config }: Needs, isTest = false): RailId[] {
  const { stripe, manualPayment, sandbox } = config
  const real: RailId[] = [...(stripe === null ? [] : (['stripe'] as const)), ...(manualPayment === null ? [] : (['manual'] as const))]
  if (!isTest && real.length > 0) return real
  return sandbox === 'auto' ? ['sandbox'] : []
}

/** What Stripe takes in one payment, in US cents. */
const LEAST = 50
const MOST = 99_999_999

/**
 * Refuses a price that nobody could pay at a place where Stripe is all there is. Nothing to pay is always fine.
 * @param cents US cents
 * @param at the field that asks for it, and whether it is of a test host
 * @throws Problem `bad_request`
 */
export function checkPayable(needs: Needs, cents: number, { field, isTest = false }: { field: string; isTest?: boolean }): void {
  const rails = railIdsAt(needs, isTest)
  if (cents === 0 || !(rails.length === 1 && rails[0] === 'stripe')) return
  const code = cents < LEAST ? 'too_small' : cents > MOST ? 'too_large' : null
  if (code === null) return
  const detail = `${field}: Stripe takes from $${toDollars(LEAST)} to $${toDollars(MOST)} at once`
  throw new Problem('bad_request', { detail, issues: [{ field, code }] })
}

/** Is it an address of ours for trying things out? */
export function isTestHost({ testHosts }: Pick<Config, 'testHosts'>, origin: string): boolean {
  return Object.values(testHosts).includes(origin)
}

/** What an order says of how it can be paid, while it can be. */
export function payOffer({ config }: Needs, order: OrderRow): Pick<Order, 'pay_ways' | 'pay_instructions'> {
  const open = order.state === 'Pending' && order.price > 0
  const rails = railIdsAt({ config }, isTestHost(config, order.origin))
  return {
    pay_ways: open ? rails.flatMap(id => [...WAYS[id]]) : [],
    pay_instructions: open && order.rail === 'manual' && order.pay_way === 'Manual' ? config.manualPayment : null
  }
}
