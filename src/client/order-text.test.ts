import { expect, test } from 'vitest'
import {
  isPaid,
  isOrderOpen,
  SHOWN_ORDER_STATES,
  orderPageAddress,
  rateTextKey,
  returnPath,
  orderStateParam,
  redirectToOrder
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
  expect(returnPath(asked)).toBe(path)
})

test('reads a state from an address in any case, and ignores unknown ones', () => {
  const state = (query: string) => orderStateParam(new URL(`http://x/${query}`))
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
  expect(await redirectToOrder(hub(''))(answer())).toBe('/de/console/orders/a%2Fb')
  expect(await redirectToOrder(hub('?redirect=/flux'))(answer())).toBe(
    orderPageAddress({ locale: 'de' }, 'a/b', '/flux')
  )
  expect(await redirectToOrder(hub('?redirect=//evil.example'))(answer())).toBe(
    '/de/console/orders/a%2Fb'
  )
})

test('pending and paid orders may still change', () => {
  expect(SHOWN_ORDER_STATES.filter(state => isOrderOpen({ state }))).toEqual(['Pending', 'Paid'])
})

test('paid orders have a receipt, and only pending ones show the amount to pay', () => {
  expect(SHOWN_ORDER_STATES.filter(state => isPaid({ state }))).toEqual([
    'Paid',
    'Finished',
    'Refunded'
  ])
  expect(SHOWN_ORDER_STATES.map(state => rateTextKey({ state, price: 1 }))).toEqual([
    'order.exact',
    'order.charged',
    'order.charged',
    'order.rate',
    'order.rate',
    'order.charged'
  ])
  expect(rateTextKey({ state: 'Finished', price: 0 })).toBe('order.rate')
})
