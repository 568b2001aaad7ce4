import { createStripe, STRIPE_KEY, STRIPE_SECRET, type Stripe } from '../stripe-fake.ts'
import { Refused } from '../stripe-objects.ts'
import type { Faults } from './mortal.ts'

const STRIPE_URL = 'http://stripe.test'

export const STRIPE = {
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
  STRIPE_URL
}

/** Share of the calls whose answer is lost on its way back. */
const LOST = 0.05

/** @param now returns unix milliseconds */
export function openStripe(now: () => number): Stripe {
  return createStripe(now, STRIPE_URL)
}

/** The network of one process, which reaches Stripe alone. */
export function networkTo(stripe: Stripe, faults: Faults, random: () => number): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search, origin } = new URL(request.url)
    if (origin !== STRIPE_URL) throw new TypeError(`no such host: ${origin}`)
    const text = await request.text()
    await faults.enter()
    try {
      const answer = stripe.answer({
        method: request.method,
        path: pathname + search,
        key: request.headers.get('authorization') ?? '',
        once: request.headers.get('idempotency-key') ?? '',
        text
      })
      await faults.enter()
      if (random() < LOST) throw new TypeError('fetch failed')
      return Response.json(answer)
    } catch (error) {
      if (error instanceof Refused) return Response.json(error.body, { status: error.status })
      throw error
    }
  }
}
