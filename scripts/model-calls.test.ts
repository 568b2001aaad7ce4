import { expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import { endsSoon, MODEL_END_DATES } from '#catalog/vendor-ends.ts'
import type { Service } from '#core/service.ts'
import { callsOf } from './model-calls.ts'

const NOW = Date.now()
const ALL: readonly Service[] = SERVICES

/**
 * Each action with a choice of models: its default model, and the model that its form preselects.
 */
const USUAL = ALL.flatMap(({ id, actions = {} }) =>
  Object.entries(actions).flatMap(([verb, action]) => {
    const model = action.fields['model']
    if (model?.type !== 'choice' || model.default === undefined) return []
    const opening = String(action.opens?.['model'] ?? model.default)
    return [{ name: `${id} ${verb}`, id, verb, action, opening, usual: String(model.default) }]
  })
)

test('no form preselects a model that its maker has ended or will end within 30 days', () => {
  expect(USUAL.length).toBeGreaterThan(10)
  expect(USUAL.filter(({ opening }) => endsSoon(MODEL_END_DATES[opening], NOW))).toEqual([])
})

test.each(USUAL)('a vendor still serves the default and the preselected model of $name', each => {
  const gone = [each.usual, each.opening].filter(model => {
    const calls = callsOf(each.id, each.verb, each.action, { model })
    // Without any calls, only another Polymuse server serves the tool.
    return calls.length > 0 && calls.every(({ id }) => endsSoon(MODEL_END_DATES[id], NOW))
  })
  expect(gone).toEqual([])
})

test("the default of Kling has ended at Kling's own API, and fal serves it", () => {
  expect(endsSoon(MODEL_END_DATES['kling-v1'], NOW)).toBe(true)
  const { id, verb, action } = USUAL.find(each => each.id === 'kling') ?? expect.fail('no Kling')
  const vendors = callsOf(id, verb, action, { model: 'kling-v1' }).map(({ vendor }) => vendor)
  expect(new Set(vendors)).toEqual(new Set(['fal']))
  const newer = callsOf(id, verb, action, { model: 'kling-v2-5-turbo' })
  expect(newer).toContainEqual({ vendor: 'kling', id: 'kling-v2-5-turbo' })
})
