import { STRIPE_CALLBACK } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'

type Needs = Pick<Context, 'config'>

/**
 * Tells the operator how orders are paid on this deployment.
 * @param platform base URL of the platform's API
 */
export function describePayments(context: Needs, platform: string): string[] {
  const { stripe, manualPayment, sandbox } = context.config
  const lines = [
    stripe !== null &&
      `Orders are paid by Stripe${stripe.live ? '' : ' in its test mode, for sandbox credits'}: it tells ${platform}${STRIPE_CALLBACK}`,
    manualPayment !== null && 'Orders are paid by bank transfer, and confirmed by an operator'
  ].filter(line => line !== false)
  if (lines.length > 0) return lines
  return [
    sandbox === 'auto'
      ? 'Orders are paid in the sandbox: no money moves'
      : 'Orders cannot be paid: no way to pay is set up'
  ]
}
