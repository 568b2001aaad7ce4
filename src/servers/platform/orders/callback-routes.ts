import { z } from '@hono/zod-openapi'
import { Problem } from '#core/problem.ts'
import { readText } from '#servers/lib/parse.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { STRIPE_CALLBACK } from '#servers/config-shop.ts'
import { handleStripeEvent } from '#servers/platform/orders/stripe/callback.ts'

/** The largest message accepted, in bytes. Stripe's messages have some thousands. */
const LARGEST = 256 * 1024

const stripeRoute = platformRoute({
  method: 'post',
  path: STRIPE_CALLBACK,
  summary: 'Receive a signed payment event from Stripe',
  who: 'anyone',
  limit: 'read',
  answer: z.object({ received: z.literal(true) }),
  handle: async ({ context, request }) => {
    const { stripe } = context.config
    if (stripe === null) throw new Problem('no_api', { detail: `no POST ${STRIPE_CALLBACK}` })
    // Read the raw text, because the signature covers its bytes.
    const text = await readText(request, LARGEST)
    await handleStripeEvent(context, {
      text,
      signature: request.headers.get('stripe-signature') ?? '',
      config: stripe
    })
    return { received: true as const }
  }
})

/** Routes where payment vendors report payments. */
export const callbackRoutes: readonly AnyRoute[] = [stripeRoute]
