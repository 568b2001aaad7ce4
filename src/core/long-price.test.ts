import { expect, test } from 'vitest'
import { applyLongPrice, scaleLongPrice } from '#core/long-price.ts'

const price = (input: number, output: number) => ({ input, output })
const MODEL = {
  price: price(32, 160),
  cost: price(2, 10),
  long: { above: 1000, price: price(64, 240), cost: price(4, 15) }
}

test('the higher price applies only to prompts with more tokens than its limit', () => {
  expect(applyLongPrice(MODEL, 1000)).toBe(MODEL)
  expect(applyLongPrice(MODEL, 1001)).toMatchObject({ price: price(64, 240), cost: price(4, 15) })
  expect(applyLongPrice({ price: price(1, 2) }, 10_000)).toEqual({ price: price(1, 2) })
})

test('the price of long prompts changes in the same proportion as the usual price', () => {
  expect(scaleLongPrice(MODEL, { price: price(16, 320) })).toEqual({
    above: 1000,
    price: price(32, 480),
    cost: price(4, 15)
  })
  expect(scaleLongPrice({ price: price(1, 2) }, {})).toBeUndefined()
})
