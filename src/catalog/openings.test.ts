import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { VENDORS } from '#catalog/vendors.server.ts'
import { readForm } from '#core/form.ts'
import { openedService, openingOf } from '#core/opening.ts'
import { priceOf } from '#core/price.ts'
import type { Service } from '#core/service.ts'

const ALL: readonly Service[] = SERVICES
const OPENED = ALL.flatMap(service =>
  Object.entries(service.actions ?? {}).flatMap(([verb, action]) =>
    action.opens === undefined
      ? []
      : [{ name: `${service.id} ${verb}`, service, verb, action, opens: action.opens }]
  )
)

test('the makers of videos open on their current models', () => {
  expect(OPENED.map(({ service }) => service.id).toSorted()).toEqual([
    'hailuo',
    'kling',
    'pika',
    'pixverse'
  ])
})

test.each(OPENED)(
  '$name opens on valid choices that fal does',
  ({ service, verb, action, opens }) => {
    const { values, issues } = readForm(action, opens)
    expect(issues.filter(({ code }) => code !== 'required')).toEqual([])
    expect(values).toMatchObject(opens)
    const vendor = VENDORS.fal[service.id]?.[verb] ?? expect.fail('fal does it')
    expect(openingOf(action, [vendor])).toEqual(opens)
    const opened = openedService(service).actions?.[verb] ?? expect.fail('it has the action')
    expect(readForm(opened, {}).values).toEqual(values)
  }
)

test.each(OPENED)(
  '$name opens at most at three times the price of its defaults',
  ({ action, opens }) => {
    const usual = priceOf(action.price, readForm(action, {}).values)
    expect(priceOf(action.price, readForm(action, opens).values)).toBeLessThanOrEqual(3 * usual)
  }
)
