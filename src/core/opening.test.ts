import { expect, test } from 'vitest'
import { readForm } from '#core/form.ts'
import { applyDeclaredOpenings, findOpening, applyOpenings } from '#core/opening.ts'
import { defineService } from '#core/service.ts'
import type { VendorAction } from '#core/vendor.ts'

const SINGS = { field: 'model', is: 'b' } as const
const service = defineService({
  id: 'speech',
  path: 'speech',
  medium: 'audio',
  place: 1,
  serviceId: 'x',
  actions: {
    audios: {
      fields: {
        model: { type: 'choice', options: ['a', 'b', 'c'], default: 'a' },
        voice: {
          type: 'choice',
          options: ['x', 'y'],
          derived: [{ when: SINGS, value: 'y' }],
          default: 'x'
        },
        loud: { type: 'switch', default: false }
      },
      limits: [{ when: SINGS, field: 'voice', options: ['y'] }],
      price: [{ credits: 1 }],
      outputs: 1,
      envelope: 'list',
      shows: { field: 'audio_url', as: 'audio' },
      deadline: 1,
      expected: 1
    }
  }
})
const action = service.actions.audios
const vendor = (cannot: VendorAction['cannot'] = []): VendorAction => ({
  fields: ['model', 'voice', 'loud'],
  cannot,
  request: () => ({ path: '', body: {} }),
  outputs: () => []
})
const ONLY_B = [{ when: { not: SINGS }, field: 'model' }]

test('a form opens with a model that its only vendor supports, and with the fields that follow from it', () => {
  const openings = { audios: findOpening(action, [vendor(ONLY_B)]) }
  expect(openings).toEqual({ audios: { model: 'b' } })
  const opened = applyOpenings(service, openings).actions.audios
  expect(readForm(opened, {})).toMatchObject({ values: { model: 'b', voice: 'y' }, issues: [] })
  expect(readForm(action, {}).values).toMatchObject({ model: 'a' })
})

test('several fields change if one alone does not help', () => {
  const cannot = [...ONLY_B, { when: { field: 'loud', is: false }, field: 'loud' }]
  expect(findOpening(action, [vendor(cannot)])).toEqual({ model: 'b', loud: true })
})

test('the defaults stay if any vendor supports them, or if no vendor supports any choice', () => {
  expect(findOpening(action, [vendor(ONLY_B), vendor()])).toEqual({})
  expect(findOpening(action, [vendor(ONLY_B), null])).toEqual({})
  expect(findOpening(action, [])).toEqual({})
  expect(
    findOpening(action, [vendor([{ when: { not: { field: 'x', is: 1 } }, field: 'model' }])])
  ).toEqual({})
})

const declared = { ...action, opens: { model: 'c' } }

test('a form opens with the declared choices if a vendor supports them', () => {
  expect(findOpening(declared, [vendor()])).toEqual({ model: 'c' })
  expect(findOpening(declared, [vendor(ONLY_B), null])).toEqual({ model: 'c' })
})

test('a form of the sandbox, which supports everything, opens with the declared choices', () => {
  expect(findOpening(declared, [])).toEqual({ model: 'c' })
})

test('a form does not open with declared choices that no vendor supports', () => {
  const notC = [{ when: { field: 'model', is: 'c' } as const, field: 'model' }]
  expect(findOpening(declared, [vendor(notC)])).toEqual({})
  expect(findOpening(declared, [vendor(ONLY_B)])).toEqual({ model: 'b' })
})

test('a declared opening counts as chosen, so no other value is derived for it', () => {
  const { audios } = applyDeclaredOpenings({
    ...service,
    actions: { audios: { ...declared, opens: { voice: 'x', model: 'b' } } }
  }).actions
  expect(readForm(audios, {}).values).toMatchObject({ model: 'b', voice: 'x' })
})
