import { describe, expect, test } from 'vitest'
import {
  affordableTokens,
  MICRO_PER_CREDIT,
  microToCredits,
  creditsToMicro,
  tokenCost
} from '#core/money.ts'

test.each([
  [0, 0],
  [1, 1_000_000],
  [0.1 + 0.2, 300_000],
  [0.000_001, 1],
  [0.000_000_4, 0],
  [0.000_000_5, 1],
  [9_000_000_000, 9_000_000_000_000_000]
])('%d credits are %d micro-credits', (credits, micro) => {
  expect(creditsToMicro(credits)).toBe(micro)
})

test.each([1, 999_999, 1_000_001, 2 ** 51 - 1])(
  '%d micro-credits survive JSON as credits',
  micro => {
    expect(creditsToMicro(JSON.parse(JSON.stringify(microToCredits(micro))) as number)).toBe(micro)
  }
)

describe('token prices', () => {
  const price = { input: 0.02 * MICRO_PER_CREDIT, output: 0.16 * MICRO_PER_CREDIT }

  test.each([
    [0, 0, 0],
    [1000, 0, 20_000],
    [0, 1000, 160_000],
    [1000, 1000, 180_000],
    [1, 0, 20],
    [1, 1, 180]
  ])('%d input and %d output tokens cost %d', (input, output, cost) => {
    expect(tokenCost(price, input, output)).toBe(cost)
  })

  test('round up the sum once, not each part', () => {
    expect(tokenCost({ input: 1, output: 1 }, 400, 400)).toBe(1)
    expect(tokenCost({ input: 1, output: 1 }, 500, 501)).toBe(2)
  })

  test.each([
    [0, 0],
    [159, 0],
    [160, 1],
    [160_000, 1000],
    [160_159, 1000]
  ])('%d micro-credits pay for %d output tokens', (micro, tokens) => {
    expect(affordableTokens(price, micro)).toBe(tokens)
  })

  test('affordable tokens never cost more than the balance', () => {
    for (const output of [1, 3, 7, 333, 160_000]) {
      for (const micro of [0, 1, 2, 999, 1000, 1001, 123_457]) {
        const tokens = affordableTokens({ input: 0, output }, micro)
        expect(tokenCost({ input: 0, output }, 0, tokens)).toBeLessThanOrEqual(micro)
        expect(tokenCost({ input: 0, output }, 0, tokens + 1)).toBeGreaterThan(micro)
      }
    }
  })

  test('free output is affordable without limit', () => {
    expect(affordableTokens({ input: 5, output: 0 }, 0)).toBe(Number.MAX_SAFE_INTEGER)
  })
})
