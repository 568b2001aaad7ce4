import { expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { describePayments } from '#servers/paying-lines.ts'

function lines(environment: Record<string, string>): string {
  return describePayments({ config: readConfig(environment) }, 'https://studio.example').join('\n')
}
const stripe = (key: string): Record<string, string> => ({
  STRIPE_SECRET_KEY: key,
  STRIPE_WEBHOOK_SECRET: 'whsec_1'
})

test('the lines say how orders are paid, and where Stripe sends its webhooks', () => {
  expect(lines({})).toBe('Orders are paid in the sandbox: no money moves')
  expect(lines({ SANDBOX: 'off' })).toContain('cannot be paid')
  expect(lines(stripe('sk_live_1'))).toBe(
    'Orders are paid by Stripe: it tells https://studio.example/api/v1/payments/stripe/callback'
  )
  expect(lines(stripe('sk_test_1'))).toContain('test mode, for sandbox credits')
  expect(lines({ MANUAL_PAYMENT: 'To us' })).toBe(
    'Orders are paid by bank transfer, and confirmed by an operator'
  )
  expect(lines({ MANUAL_PAYMENT: 'To us', XAI_API_KEY: 'k', ...stripe('rk_live_1') })).toMatch(
    /Stripe: [^]*bank transfer, and confirmed by an operator$/
  )
})
