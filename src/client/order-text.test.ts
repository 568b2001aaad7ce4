import { expect, test } from 'vitest'
import {
  isPaid,
  isUnderWay,
  SHOWN_ORDER_STATES,
  orderPageAddress,
  rateText,
  returnIn,
  stateIn,
  toOrder
} from '#client/order-text.ts'

test.each([
  ['/flux?x=1', '/flux?x=1'],
  ['/', '/'],
  ['/de/chatgpt/conversations', '/de/chatgpt/conversations'],
  [null, null],
  [undefined, null],
  ['', null],
  ['https://evil.example', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['flux', null],
  ['/\t/evil.example', null],
  ['/console/orders/1?redirect=/console/orders/1', null],
  [`/${'x'.repeat(1001)}`, null]
])('after an order, redirect %j leads to %j', (asked, path) => {
  expect(returnIn(asked)).toBe(path)
})

test('reads a state from an address in any case, and ignores unknown ones', () => {
  const state = (query: string) => stateIn(new URL(`http://x/${query}`))
  expect([
    state('?state=Paid'),
    state('?state=refunded'),
    state(''),
    state('?state=nonsense'),
    state('?state=')
  ]).toEqual(['Paid', 'Refunded', undefined, undefined, undefined])
})

test('a form redirects to its new order, and later to its page’s own redirect', async () => {
  const hub = (query: string) => ({
    locale: 'de' as const,
    url: new URL(`http://x/de/console/redeem${query}`)
  })
  const answer = () => Response.json({ id: 'a/b' })
  expect(await toOrder(hub(''))(answer())).toBe('/de/console/orders/a%2Fb')
  expect(await toOrder(hub('?redirect=/flux'))(answer())).toBe(
    orderPageAddress({ locale: 'de' }, 'a/b', '/flux')
  )
  expect(await toOrder(hub('?redirect=//evil.example'))(answer())).toBe('/de/console/orders/a%2Fb')
})

test('pending and paid orders may still change', () => {
  expect(SHOWN_ORDER_STATES.filter(state => isUnderWay({ state }))).toEqual(['Pending', 'Paid'])
})

test('paid orders have a receipt, and only pending ones show the amount to pay', () => {
  expect(SHOWN_ORDER_STATES.filter(state => isPaid({ state }))).toEqual([
    'Paid',
    'Finished',
    'Refunded'
  ])
  expect(SHOWN_ORDER_STATES.map(state => rateText({ state, price: 1 }))).toEqual([
    'order.exact',
    'order.charged',
    'order.charged',
    'order.rate',
    'order.rate',
    'order.charged'
  ])
  expect(rateText({ state: 'Finished', price: 0 })).toBe('order.rate')
})
