import { expect, test } from 'vitest'
import { begunOf } from '#sections/console/begun.ts'

const pay_ways = ['Stripe', 'Manual'] as const
const asked = (pay_way: '' | 'Stripe' | 'Manual', pay_url: string | null) =>
  begunOf({ pay_way, pay_url, pay_ways: [...pay_ways] })

test('a payment in progress is not offered again until its page has ended', () => {
  expect(asked('', null)).toEqual({ begun: false, others: ['Stripe', 'Manual'] })
  expect(asked('Stripe', 'https://pay.example/1')).toEqual({ begun: true, others: ['Manual'] })
  expect(asked('Stripe', null)).toEqual({ begun: false, others: ['Stripe', 'Manual'] })
  expect(asked('Manual', null)).toEqual({ begun: true, others: ['Stripe'] })
})
