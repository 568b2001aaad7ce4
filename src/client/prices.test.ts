import { expect, test } from 'vitest'
import { createPriceFormatter } from '#client/prices.ts'

const TEN = '$10.00\u00a0USD'

test('the exact price is in dollars, whatever currency the reader sees', () => {
  const prices = createPriceFormatter({ currency: 'gbp', rate: 0.75, date: '2026-11-21' }, 'en')
  expect([prices.currency, prices.show(10), prices.exact(10)]).toEqual(['gbp', '£7.50', TEN])
})

test('prices are in dollars where no rate is known', () => {
  const prices = createPriceFormatter(null, 'en')
  expect([prices.show(10), prices.exact(10), prices.date]).toEqual([TEN, TEN, null])
})
