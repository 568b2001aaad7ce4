import { expect, test } from 'vitest'
import { ORDER_STATES } from '#contract/order.ts'
import { isConfirmable } from '#sections/operator/order-forms.ts'

test('a payment can be confirmed until its order is finished, even when it is late', () => {
  expect(ORDER_STATES.filter(state => isConfirmable({ state }))).toEqual([
    'Pending',
    'Paid',
    'Expired',
    'Failed'
  ])
})
