import { expect, test } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { kling } from '#catalog/kling/service.ts'
import { suno } from '#catalog/suno/service.ts'
import { readForm } from '#core/form.ts'
import { modelChoices, replacedModels, retireModels } from '#core/retire-models.ts'
import type { Service } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'

const DAY = '2026-11-29'
const to = (becomes: string): { until: string; becomes: string } => ({ until: DAY, becomes })
const images = (retired: Parameters<typeof retireModels>[1]) =>
  retireModels<Service>(flux, retired).actions?.['images'] ?? flux.actions.images

test('a retired model is not offered, and a call that names it gets its successor', () => {
  const { fields, limits } = images({ 'flux-pro': to('flux-pro-1.1') })
  expect(fields['model']).not.toMatchObject({ options: expect.arrayContaining(['flux-pro']) })
  const { values, issues, ended } = checkBody(fields, limits ?? [], {
    prompt: 'A fox',
    model: 'flux-pro'
  })
  expect([values['model'], issues]).toEqual(['flux-pro-1.1', []])
  expect(ended).toEqual([{ field: 'model', name: 'flux-pro', ...to('flux-pro-1.1') }])
})

test('a retired default is replaced, also where a form opens on it or derives it', () => {
  const flexible = images({ 'flux-dev': to('flux-2-pro'), 'flux-kontext-pro': to('flux-3') })
  expect(readForm(flexible, { prompt: 'A fox' }).values).toMatchObject({ model: 'flux-2-pro' })
  const edit = { prompt: 'A fox', action: 'edit', image_url: 'https://x.example/a' }
  expect(readForm(flexible, edit).values).toMatchObject({ model: 'flux-3' })
  const { actions } = retireModels<Service>(kling, { 'kling-v2-5-turbo': to('kling-v2-6') })
  expect(actions?.['videos']?.opens).toMatchObject({ model: 'kling-v2-6' })
})

test('successors that are retired lead on, and circles end', () => {
  const { fields } = images({ 'flux-dev': to('flux-pro'), 'flux-pro': to('flux-3') })
  const { values } = checkBody(fields, [], { prompt: 'A fox', model: 'flux-dev' })
  expect(values['model']).toBe('flux-3')
  const round = images({ 'flux-dev': to('flux-pro'), 'flux-pro': to('flux-dev') })
  expect(readForm(round, { prompt: 'A fox' }).issues).toEqual([])
})

test('a model whose successor an action lacks stays there', () => {
  const { fields } = images({ 'flux-dev': to('kling-v3') })
  expect(readForm({ fields }, { prompt: 'A fox' }).values).toMatchObject({ model: 'flux-dev' })
  const { actions } = retireModels<Service>(kling, { 'kling-v2-5-turbo': to('flux-3') })
  expect(actions?.['videos']?.opens).toMatchObject({ model: 'kling-v2-5-turbo' })
})

test('models are replaced from their day on', () => {
  const retired = {
    'flux-dev': to('flux-3'),
    'flux-pro': { until: '2026-12-01', becomes: 'flux-3' }
  }
  expect(Object.keys(replacedModels(retired, DAY))).toEqual(['flux-dev'])
  expect(replacedModels(retired, '2026-12-01')).toEqual(retired)
  expect(replacedModels(retired, '2026-11-28')).toEqual({})
})

test('choices of models are found by their names, and nothing changes without retired ones', () => {
  expect(modelChoices(suno).length).toBeGreaterThan(1)
  expect(retireModels(flux, {})).toBe(flux)
})
