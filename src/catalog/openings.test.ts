import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { VENDOR_SERVICES } from '#catalog/vendors.server.ts'
import { readForm } from '#core/form.ts'
import { applyDeclaredOpenings, findOpening } from '#core/opening.ts'
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

test('only the forms of five video services open with other choices than the defaults', () => {
  expect(OPENED.map(({ service }) => service.id).toSorted()).toEqual([
    'hailuo',
    'kling',
    'luma',
    'pika',
    'pixverse'
  ])
})

test.each(OPENED)(
  'the form of $name opens with valid choices that fal supports',
  ({ service, verb, action, opens }) => {
    const { values, issues } = readForm(action, opens)
    expect(issues.filter(({ code }) => code !== 'required')).toEqual([])
    expect(values).toMatchObject(opens)
    const vendor = VENDOR_SERVICES.fal[service.id]?.[verb] ?? expect.fail('fal does it')
    expect(findOpening(action, [vendor])).toEqual(opens)
    const opened =
      applyDeclaredOpenings(service).actions?.[verb] ?? expect.fail('it has the action')
    expect(readForm(opened, {}).values).toEqual(values)
  }
)

test.each(OPENED)(
  'the choices with which $name opens cost at most three times as much as its defaults',
  ({ action, opens }) => {
    const usual = priceOf(action.price, readForm(action, {}).values)
    expect(priceOf(action.price, readForm(action, opens).values)).toBeLessThanOrEqual(3 * usual)
  }
)
