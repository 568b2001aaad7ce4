import { expect, test } from 'vitest'
import type { Fields } from '#core/field.ts'
import { vendorRefusals } from '#core/vendor.ts'

const fields: Fields = {
  prompt: { type: 'text', max: 100, required: true },
  model: { type: 'choice', options: ['small', 'large'], default: 'small' },
  loop: { type: 'switch', default: false },
  seed: { type: 'number', min: 0, max: 9 }
}
const vendor = {
  fields: ['prompt', 'model'],
  cannot: [{ when: { field: 'model', is: 'large' } as const, field: 'model' }]
}

test('fields that the vendor supports are accepted, and so are defaults', () => {
  expect(vendorRefusals({ fields }, vendor, { prompt: 'a', model: 'small', loop: false })).toEqual(
    []
  )
})

test('each field that the vendor does not support is refused once', () => {
  expect(vendorRefusals({ fields }, vendor, { prompt: 'a', loop: true, seed: 0 })).toEqual([
    { field: 'loop', code: 'not_allowed' },
    { field: 'seed', code: 'not_allowed' }
  ])
})

test("an unsupported value is refused at the field that the vendor's rule names", () => {
  expect(vendorRefusals({ fields }, vendor, { prompt: 'a', model: 'large' })).toEqual([
    { field: 'model', code: 'not_allowed' }
  ])
})
