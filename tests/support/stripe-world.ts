import type { Order } from '#contract/order.ts'
import type { Package } from '#contract/package.ts'
import { handClock } from './clock.ts'
import { orderFor, packageOf, planOf } from './shop.ts'
import {
  startStripeServer,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeMessage,
  type StripeServer
} from './stripe-server.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from './studio.ts'

export const CALLBACK = '/api/v1/payments/stripe/callback'

/** A studio that uses a fake Stripe, with its operator, a buyer, and a package. */
export type StripeWorld = {
  studio: TestStudio
  stripe: StripeServer
  operator: TestPerson
  ada: TestPerson
  small: Package
  /**
   * Creates an order and starts its payment.
   * @returns the order and the id of its Stripe session
   */
  begun(who?: TestPerson): Promise<{ order: Order; session: string }>
  pay(order: Pick<Order, 'id'>, way?: string, who?: TestPerson): Promise<Response>
  tell(message: StripeMessage): Promise<Response>
  /** Pays a session and returns the webhook message for it. */
  paid(session: string, change?: Parameters<StripeServer['pay']>[1]): StripeMessage
  now(order: Pick<Order, 'id'>, who?: TestPerson): Promise<Order>
  /** The order as operators see it. */
  row(
    order: Pick<Order, 'id'>
  ): Promise<{ state: string; note: string; rail: string; pay_id: string | null; refunded: number }>
  remaining(who?: TestPerson): Promise<number>
  /** Moves the clock by milliseconds, and renews the access tokens of both users. */
  later(milliseconds: number): Promise<void>
  close(): Promise<void>
}

export async function openStripeWorld(
  environment: Record<string, string> = {}
): Promise<StripeWorld> {
  const clock = handClock()
  const stripe = await startStripeServer(() => clock.now())
  const keys = {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    STRIPE_URL: stripe.url
  }
  const studio = await openStudio({
    clock,
    environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '0', ...keys, ...environment }
  })
  const operator = await person(studio)
  const ada = await person(studio)
  const small = await packageOf(studio, 10)
  const world: StripeWorld = {
    studio,
    stripe,
    operator,
    ada,
    small,
    async begun(who = ada) {
      const order = await json<Order>(
        world.pay(await orderFor(studio, who, small.id), 'Stripe', who)
      )
      return { order, session: order.pay_id ?? '' }
    },
    pay: ({ id }, way = 'Stripe', who = ada) =>
      studio.call(`/api/v1/orders/${id}/pay/`, {
        json: { pay_way: way },
        token: who.token.access_token
      }),
    tell: ({ body, headers }) => studio.call(CALLBACK, { method: 'POST', body, headers }),
    paid: (session, change) =>
      stripe.message('checkout.session.completed', stripe.pay(session, change)),
    now: ({ id }, who = ada) =>
      json<Order>(studio.call(`/api/v1/orders/${id}`, { token: who.token.access_token })),
    row: ({ id }) =>
      studio.context.database.db
        .selectFrom('order')
        .select(['state', 'note', 'rail', 'pay_id', 'refunded'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    remaining: async (who = ada) =>
      (await planOf(studio, who, who.application.id)).remaining_amount,
    async later(milliseconds) {
      clock.advance(milliseconds)
      for (const { token } of [ada, operator]) {
        const again = { grant_type: 'refresh_token', refresh_token: token.refresh_token }
        Object.assign(token, await json(studio.call('/oauth2/v1/token', { json: again })))
      }
    },
    async close() {
      await studio.close()
      await stripe.close()
    }
  }
  return world
}
