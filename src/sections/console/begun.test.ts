import { expect, test } from 'vitest'
import { paymentProgress } from '#sections/console/begun.ts'

const pay_ways = ['Stripe', 'Manual'] as const
const asked = (pay_way: '' | 'Stripe' | 'Manual', pay_url: string | null) =>
  paymentProgress({ pay_way, pay_url, pay_ways: [...pay_ways] }, 'usd')

test('the method of a payment in progress is offered again only after its page has expired', () => {
  expect(asked('', null)).toEqual({ begun: false, others: ['Stripe', 'Manual'] })
  expect(asked('Stripe', 'https://pay.example/1')).toEqual({ begun: true, others: ['Manual'] })
  expect(asked('Stripe', null)).toEqual({ begun: false, others: ['Stripe', 'Manual'] })
  expect(asked('Manual', null)).toEqual({ begun: true, others: ['Stripe'] })
})

test('payment methods have the order that is usual for the user’s currency', () => {
  const open = {
    pay_way: '' as const,
    pay_url: null,
    pay_ways: ['WechatPay' as const, 'AliPay' as const, 'Stripe' as const]
  }
  expect(paymentProgress(open, 'eur').others).toEqual(['Stripe', 'AliPay', 'WechatPay'])
  expect(paymentProgress(open, 'cny').others).toEqual(['WechatPay', 'AliPay', 'Stripe'])
})
