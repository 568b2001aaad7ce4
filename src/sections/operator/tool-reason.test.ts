import { expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import { schemaMistakes } from '#sections/operator/tool-reason.ts'
import { wordsOf } from '../../../tests/support/words.ts'

const t = wordsOf('en')

function mistakesAt(field: string, code: string) {
  const problem = new Problem('bad_request', { issues: [{ field, code }] })
  return schemaMistakes(t, problem, ['prompt', 'steps'])
}

test('a mistake in a field names it and its place in the form', () => {
  const text = t('operator.tools.reason.bad_range')
  expect(mistakesAt('steps', 'bad_default')).toEqual([{ at: 'steps', field: 'steps', text }])
  expect(mistakesAt('fields.1.hint', 'too_long')).toEqual([
    { at: 'steps.hint', field: 'steps', text: t('issue.too_long') }
  ])
})

test('a mistake in the price has the label of the form instead of a name of the API', () => {
  const text = `${t('operator.tools.credits')}: ${t('issue.below_cost')}`
  expect(mistakesAt('price', 'below_cost')).toEqual([{ at: '', field: undefined, text }])
})

test('a mistake in a schema keeps the name of its place', () => {
  const [mistake] = mistakesAt('schema.paths', 'invalid')
  expect(mistake).toMatchObject({ at: 'paths', field: undefined })
})
