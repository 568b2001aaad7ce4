import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { priceOf } from '#core/price.ts'
import { priceRange } from '#core/price-range.ts'
import type { Action } from '#core/service.ts'
import { checkValues } from '#core/validate.ts'
import { validBody } from '../../tests/support/bodies.ts'
import { FULL_DOSE } from '../../tests/support/dose.ts'
import { fc } from '../../tests/support/property.ts'

const actions = SERVICES.flatMap(({ id, actions: all = {} }) =>
  Object.entries<Action>(all).map(([verb, action]) => ({ name: `${id} ${verb}`, action }))
)

test.each(actions)('no valid choice of $name costs less or more than its range', ({ action }) => {
  const { least, most } = priceRange(action)
  const prices = fc
    .sample(validBody(action), FULL_DOSE ? 300 : 60)
    .map(body =>
      priceOf(action.price, checkValues(action.fields, action.limits ?? [], body).values)
    )
  expect(prices.filter(price => price < least || price > most)).toEqual([])
})

// The cheapest and the most expensive choice that a user can make for each action.
test.each([
  ['flux images', { model: 'flux-schnell' }, { model: 'flux-kontext-max', count: 4 }],
  ['headshots generate', { mode: 'relax' }, {}],
  [
    'luma videos',
    { model: 'ray-2-flash', action: 'reframe', video_url: 'https://example.com/a' },
    { resolution: '1080p' }
  ],
  ['kling videos', null, { model: 'kling-v3', mode: '4k', duration: 15 }],
  ['suno audios', { action: 'concat' }, { action: 'all_stems' }]
] as const)('both ends of the price range of %s can be chosen', (name, cheap, dear) => {
  const action = actions.find(each => each.name === name)?.action
  if (action === undefined) throw new Error(name)
  const price = (given: object): number =>
    priceOf(action.price, checkValues(action.fields, action.limits ?? [], { ...given }).values)
  const { least, most } = priceRange(action)
  if (cheap !== null) expect(price(cheap)).toBe(least)
  expect(price(dear)).toBe(most)
})

test('refused combinations do not count in a price range', () => {
  const action: Pick<Action, 'fields' | 'limits' | 'price'> = {
    fields: {
      fine: { type: 'switch', default: false },
      seconds: { type: 'choice', options: [5, 10], default: 5 }
    },
    limits: [{ when: { field: 'fine', is: true }, field: 'seconds', options: [5] }],
    price: [
      { when: { field: 'fine', is: true }, credits: 1, times: ['seconds'] },
      { credits: 0.1, times: ['seconds'] }
    ]
  }
  expect(priceRange(action)).toEqual({ least: 500_000, most: 5_000_000 })
})
