import { describe, expect, test } from 'vitest'
import { SERVICES } from '#catalog/index.ts'
import type { FieldValues } from '#core/condition.ts'
import { fieldNames } from '#core/field.ts'
import { modelSuccessors } from '#core/model-successors.ts'
import { modelChoices, retireModels } from '#core/retire-models.ts'
import type { Action } from '#core/service.ts'
import { checkBody } from '#core/warnings.ts'
import { doseOf } from '../../tests/support/dose.ts'

const ADDRESS = 'https://a.example/file'

/** Reads requests for all kinds of work of an action: with and without each file. */
function requestsOf({ fields }: Action): FieldValues[] {
  const { action } = fields
  const verbs = action?.type === 'choice' ? action.options : [undefined]
  const files = fieldNames(fields, 'file').map(name => ({ [name]: ADDRESS }))
  const ids = Object.fromEntries(fieldNames(fields, 'id').map(name => [name, 'earlier']))
  return verbs.flatMap(verb =>
    [{}, ...files, Object.assign({}, ...files), ids].map((given: FieldValues) => ({
      prompt: 'A fox',
      ...given,
      ...(verb !== undefined && { action: verb })
    }))
  )
}

const read = ({ fields, limits = [] }: Action, body: FieldValues) => checkBody(fields, limits, body)

/** Names the files that a request loses or that it newly needs, and every other new refusal. */
function lossesOf(before: Action, after: Action, body: FieldValues): string[] {
  const [old, now] = [read(before, body), read(after, body)]
  if (old.issues.length > 0 || old.warnings.length > 0) return []
  const lost = fieldNames(before.fields, 'file').filter(
    name => old.values[name] !== undefined && now.values[name] === undefined
  )
  return [...lost, ...now.issues.map(({ field, code }) => `${field}: ${code}`)]
}

const TOOLS = SERVICES.filter(service => modelChoices(service).length > 0)

test.each(TOOLS)('the successors of each model of $id take the same requests', service => {
  const models = new Set(modelChoices(service).flatMap(({ options }) => options.map(String)))
  const pairs = [...models].flatMap(model =>
    modelSuccessors(service, model).map(becomes => ({ model, becomes }))
  )
  for (const { model, becomes } of doseOf(pairs, 24)) {
    const living = retireModels(service, { [model]: { until: '2026-11-29', becomes } })
    const losses = Object.entries(service.actions ?? {}).flatMap(([verb, before]) => {
      const after = living.actions?.[verb] ?? before
      const bodies = requestsOf(before).flatMap(body => [body, { ...body, model }])
      return bodies.flatMap(body => lossesOf(before, after, body))
    })
    expect([model, becomes, losses]).toEqual([model, becomes, []])
  }
})

describe('a model has', () => {
  const cases: [id: string, model: string, successors: string[]][] = [
    [
      'flux',
      'flux-kontext-pro',
      ['flux-kontext-max', 'flux-3', 'flux-2-klein', 'flux-2-flex', 'flux-2-pro', 'flux-2-max']
    ],
    [
      'hailuo',
      'minimax-i2v',
      [
        'hailuo-2.3',
        'hailuo-2.3-pro',
        'minimax-h3',
        'hailuo-02',
        'hailuo-02-pro',
        'minimax-i2v-director'
      ]
    ],
    ['hailuo', 'minimax-h3', ['hailuo-02', 'hailuo-02-pro']],
    ['kling', 'kling-v3-omni', ['kling-o1']],
    ['kling', 'kling-v2-6', ['kling-v3']],
    ['veo', 'veo31', ['veo31-fast']],
    ['pika', '2.0', []],
    ['suno', 'remi-v1', ['default']],
    ['flux', 'nothing', []]
  ]
  test.each(cases)('in %s, %s, the successors %j', (id, model, successors) => {
    expect(modelSuccessors(SERVICES.find(each => each.id === id) ?? {}, model)).toEqual(successors)
  })
})
