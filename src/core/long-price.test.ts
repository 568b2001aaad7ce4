import { expect, test } from 'vitest'
import { pricedFor, scaledLong } from '#core/long-price.ts'

const price = (input: number, output: number) => ({ input, output })
const MODEL = {
  price: price(32, 160),
  cost: price(2, 10),
  long: { above: 1000, price: price(64, 240), cost: price(4, 15) }
}

test('the higher price applies only to prompts with more tokens than its limit', () => {
  expect(pricedFor(MODEL, 1000)).toBe(MODEL)
  expect(pricedFor(MODEL, 1001)).toMatchObject({ price: price(64, 240), cost: price(4, 15) })
  expect(pricedFor({ price: price(1, 2) }, 10_000)).toEqual({ price: price(1, 2) })
})

test('the price of long prompts changes in the same proportion as the usual price', () => {
  expect(scaledLong(MODEL, { price: price(16, 320) })).toEqual({
    above: 1000,
    price: price(32, 480),
    cost: price(4, 15)
  })
  expect(scaledLong({ price: price(1, 2) }, {})).toBeUndefined()
})
