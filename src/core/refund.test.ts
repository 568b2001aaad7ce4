import { describe, expect, test } from 'vitest'
import { maxRefund, calculateRefund, type RefundableOrder } from '#core/refund.ts'
import { fc } from '../../tests/support/property.ts'

const nothing = { cents: 0, amount: 0 }

describe('refunds', () => {
  test.each<[RefundableOrder, number | null, unknown]>([
    [
      { whole: { cents: 150, amount: 10 }, before: nothing, unspent: 6 },
      null,
      { cents: 90, amount: 6 }
    ],
    [
      { whole: { cents: 150, amount: 10 }, before: nothing, unspent: 600 },
      null,
      { cents: 150, amount: 10 }
    ],
    [
      { whole: { cents: 150, amount: 10 }, before: nothing, unspent: 10 },
      1,
      { cents: 1, amount: 1 }
    ],
    [{ whole: { cents: 150, amount: 10 }, before: nothing, unspent: 6 }, 91, null],
    [{ whole: { cents: 150, amount: 10 }, before: nothing, unspent: 6 }, 0, null],
    [{ whole: { cents: 150, amount: 10 }, before: nothing, unspent: 6 }, -1, null],
    [
      { whole: { cents: 150, amount: 10 }, before: { cents: 150, amount: 10 }, unspent: 10 },
      null,
      null
    ],
    [{ whole: { cents: 0, amount: 10 }, before: nothing, unspent: 10 }, null, null],
    [{ whole: { cents: 1, amount: 3 }, before: nothing, unspent: 2 }, null, null],
    // A product above the largest safe integer.
    [
      { whole: { cents: 99_999_999, amount: 9e15 }, before: nothing, unspent: 9e15 - 1 },
      null,
      { cents: 99_999_998, amount: 9e15 - 1 }
    ]
  ])('of %o for %o cents', (refundable, cents, expected) => {
    expect(calculateRefund(refundable, cents)).toEqual(expected)
  })

  test('in parts never exceed the value of the credits taken back, and together reach the full amount', () => {
    const asked = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
    const amounts = fc.tuple(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true })
    )
    fc.assert(
      fc.property(amounts, asked, ([cents, amount, part], parts) => {
        const whole = { cents, amount }
        let unspent = Math.floor(amount * part)
        const all = maxRefund({ whole, before: nothing, unspent })
        let before = nothing
        for (const wanted of [...parts, null]) {
          const back = calculateRefund({ whole, before, unspent }, wanted)
          if (back === null) continue
          expect(back.cents).toBe(wanted ?? back.cents)
          before = { cents: before.cents + back.cents, amount: before.amount + back.amount }
          unspent -= back.amount
          expect(unspent).toBeGreaterThanOrEqual(0)
          expect(BigInt(before.cents) * BigInt(amount)).toBeLessThanOrEqual(
            BigInt(cents) * BigInt(before.amount)
          )
        }
        expect(before.cents).toBe(all.cents)
      })
    )
  })
})
