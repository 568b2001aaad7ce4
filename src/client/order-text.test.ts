import { expect, test } from 'vitest'
import { isPaid, isUnderWay, ORDER_STATES, orderAddress, rateText, returnIn, stateIn, toOrder } from '#client/order-text.ts'

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
])('after an order %j leads to %j', (asked, path) => {
  expect(returnIn(asked)).toBe(path)
})

test('a state in an address is one, in whatever case, or all of them', () => {
  const state = (query: string) => stateIn(new URL(`http://x/${query}`))
  expect([state('?state=Paid'), state('?state=refunded'), state(''), state('?state=nonsense'), state('?state=')]).toEqual([
    'Paid',
    'Refunded',
    undefined,
    undefined,
    undefined
  ])
})

test('a form that has made an order leads to it, and keeps where its page was to lead', async () => {
  const hub = (query: string) => ({ locale: 'de' as const, url: new URL(`http://x/de/console/redeem${query}`) })
  const answer = () => Response.json({ id: 'a/b' })
  expect(await toOrder(hub(''))(answer())).toBe('/de/console/orders/a%2Fb')
  expect(await toOrder(hub('?redirect=/flux'))(answer())).toBe(orderAddress({ locale: 'de' }, 'a/b', '/flux'))
  expect(await toOrder(hub('?redirect=//evil.example'))(answer())).toBe('/de/console/orders/a%2Fb')
})

test('what may change by itself is followed', () => {
  expect(ORDER_STATES.filter(state => isUnderWay({ state }))).toEqual(['Pending', 'Paid'])
})

test('a receipt is there for what was paid, and only what waits is still to be paid', () => {
  expect(ORDER_STATES.filter(state => isPaid({ state }))).toEqual(['Paid', 'Finished', 'Refunded'])
  expect(ORDER_STATES.map(state => rateText({ state, price: 1 }))).toEqual([
    'order.exact',
    'order.charged',
    'order.charged',
    'order.rate',
    'order.rate',
    'order.charged'
  ])
  expect(rateText({ state: 'Finished', price: 0 })).toBe('order.rate')
})
